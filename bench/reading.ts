import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { SupporterPage } from "../contract/supporters.ts";
import { migrateDatabase } from "../server/platform/database/migrate.ts";
import { openDatabase } from "../server/platform/database/open.ts";
import { type ServerProcess, startServer } from "../server/testing/process.ts";
import { type Beside, startBeside } from "./beside.ts";
import type { Chapter, Figure } from "./figure.ts";
import { AT_A_PEAK, BEHIND_PROXY, type Ground } from "./ground.ts";
import { middleOf } from "./latency.ts";
import { freePort, installedNginx, startNginx, versionOfNginx } from "./nginx.ts";
import { familySeconds, processorSeconds, sum } from "./processor-time.ts";
import type { Read, Reading } from "./readers.ts";
import { type Recorded, THEIR_OWN } from "./recorded.ts";
import { makeRows } from "./rows.ts";
import { openWire } from "./wire.ts";

const LISTED = 200_000;
const PER_PAGE = 50;
const CONNECTIONS = 48;
const ROUNDS = 3;
/** Milliseconds. */
const WARM_UP = 1500;
const DURATION = 2500;
const LOOK_EVERY = 500;
const RATIO_MIN = 0.7;
const HEADERS = ["Host: localhost", "Accept-Encoding: gzip, deflate, br", "Accept-Language: de", "Accept: */*"];

export interface Source {
  url: string;
  /** Seconds so far. */
  used(): number;
}

/** Pages and calls that all see, each beside the same bytes from bare `node:http`, by turns. */
export async function measureReading(ground: Ground): Promise<Chapter> {
  const listed = ground.isQuick ? LISTED / 100 : LISTED;
  const dataFolder = ground.folder("reading");
  const url = await ground.newDatabase("bench_reading");
  await fillList({ url, dataFolder, listed });
  const list = (page: number) => `/api/petition/supporters-paginated?page=${page}&pageSize=${PER_PAGE}`;
  const server = await startServer({ ...BEHIND_PROXY, DATA_DIR: dataFolder, DATABASE_URL: url }, { command: AT_A_PEAK });
  await untilLogged(server);
  const replay = startBeside("replay.ts");
  const readers = startBeside("readers.ts");
  try {
    const { totalPages } = (await (await fetch(server.url + list(1))).json()) as SupporterPage;
    const asked: Record<string, string> = {
      "home page, German": "/",
      "home page, English": "/en",
      "GET /api/petition/stats": "/api/petition/stats",
      "list, first page": list(1),
      "list, last page": list(totalPages),
      "GET /api/captcha": "/api/captcha",
    };
    const records = await Promise.all(Object.values(asked).map((path) => record(server.url, path)));
    const bare = { url: await replay.ask<string>(records), used: () => processorSeconds(replay.pid) };
    const site = { url: server.url, used: () => processorSeconds(server.pid) };
    const figures: Figure[] = [];
    for (const [name, path] of Object.entries(asked)) {
      const baseline = `bare \`node:http\`: ${name}`;
      const [ofBare, ofSite] = await readByTurns(readers, [bare, site], path, ground.isQuick);
      figures.push({ what: baseline, ...ofBare });
      figures.push({ what: name, ...ofSite, against: baseline, goal: { of: "ratio", least: RATIO_MIN } });
    }
    figures.push(...(await readFiles(ground, readers, records, Object.keys(asked))));
    return { title: `Reading, ${CONNECTIONS} connections, ${listed.toLocaleString("en")} signatures`, figures };
  } finally {
    readers.end();
    replay.end();
    await server.end("SIGTERM");
  }
}

async function fillList({ url, dataFolder, listed }: { url: string; dataFolder: string; listed: number }): Promise<void> {
  const database = await openDatabase({ url, dataFolder });
  await migrateDatabase(database);
  await makeRows(database, listed);
  await database.close();
}

/** What was put into the tables past the site goes into the public log at its start, which would be in the way of what is measured. */
export async function untilLogged({ url }: ServerProcess): Promise<void> {
  const isLogged = async () => {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    const figure = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, "m").exec(metrics)?.[1]);
    return figure("petition_log_waiting") === 0 && figure("petition_log_size") > 0;
  };
  while (!(await isLogged())) await pause(LOOK_EVERY);
}

async function record(url: string, path: string): Promise<Recorded> {
  const wire = openWire(url);
  const { status, head, body } = await wire.ask(`GET ${path} HTTP/1.1\r\n${HEADERS.join("\r\n")}\r\n\r\n`);
  wire.close();
  if (status !== 200) throw new Error(`${path}: ${head}`);
  const [, ...lines] = head.split("\r\n");
  const headers = lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]);
  return {
    path,
    status,
    headers: headers.filter(([name = ""]) => !THEIR_OWN.test(name)).flat(),
    body: body.toString("base64"),
  };
}

interface Measured extends Required<Pick<Figure, "perSecond" | "perCoreSecond" | "each" | "latency">> {
  /** Requests in all, those of the warm-up included. */
  asked: number;
}

/** A, B, A, B …: whatever else the machine does meets both alike. */
export async function readByTurns(readers: Beside, sources: Source[], path: string, isQuick: boolean): Promise<Measured[]> {
  const ask = (url: string, duration: number) =>
    readers.ask<Read>({ url, paths: [path], headers: HEADERS, connections: CONNECTIONS, duration } satisfies Reading);
  const seen: { read: Read; used: number }[][] = sources.map(() => []);
  const warmUps: number[] = [];
  for (const { url } of sources) warmUps.push((await ask(url, isQuick ? 100 : WARM_UP)).answers);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, { url, used }] of sources.entries()) {
      const before = used();
      const read = await ask(url, isQuick ? 300 : DURATION);
      seen[index]?.push({ read, used: used() - before });
    }
  return seen.map((rounds, index) => {
    const answers = sum(rounds.map(({ read }) => read.answers));
    const used = sum(rounds.map((round) => round.used));
    return {
      perSecond: (answers * 1000) / sum(rounds.map(({ read }) => read.duration)),
      perCoreSecond: answers / used,
      each: (used * 1000) / answers,
      latency: middleOf(rounds.map(({ read }) => read.latency)),
      asked: answers + (warmUps[index] ?? 0),
    };
  });
}

/** The same bytes as files of nginx, where it is installed. */
async function readFiles(ground: Ground, readers: Beside, records: Recorded[], names: string[]): Promise<Figure[]> {
  const program = installedNginx();
  if (program === null) return [{ what: "nginx is not installed: not compared with it" }];
  const folder = ground.folder("nginx-files");
  await mkdir(folder, { recursive: true });
  const port = await freePort();
  const locations = records.map(({ headers }, index) => {
    const pairs = Array.from({ length: headers.length / 2 }, (_, pair) => [
      headers[2 * pair] ?? "",
      headers[2 * pair + 1] ?? "",
    ]);
    const type = pairs.find(([name = ""]) => /^content-type$/i.test(name))?.[1] ?? "";
    const others = pairs.filter(([name = ""]) => !/^(content-type|content-length)$/i.test(name));
    const added = others.map(([name, value = ""]) => `add_header ${name} '${value.replaceAll("'", "\\'")}';`);
    return `location = /${index} { alias ${join(folder, `${index}`)}; types {} default_type '${type}'; etag off; ${added.join(" ")} }`;
  });
  await Promise.all(records.map(({ body }, index) => writeFile(join(folder, `${index}`), Buffer.from(body, "base64"))));
  const http = `server { listen 127.0.0.1:${port}; location = /healthz { return 200; }\n${locations.join("\n")} }`;
  const nginx = await startNginx(program, { folder, port, http });
  try {
    const source = { url: `http://127.0.0.1:${port}`, used: () => familySeconds(nginx.pid) };
    const figures: Figure[] = [];
    for (const [index, name] of names.entries()) {
      const [measured] = await readByTurns(readers, [source], `/${index}`, ground.isQuick);
      figures.push({ what: `${versionOfNginx(program)}, a file: ${name}`, ...measured });
    }
    return figures;
  } finally {
    await nginx.end();
  }
}
