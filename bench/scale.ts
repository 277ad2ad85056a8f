import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { migrateDatabase } from "../server/platform/database/migrate.ts";
import { type Database, openDatabase } from "../server/platform/database/open.ts";
import { type ServerProcess, startServer } from "../server/testing/process.ts";
import { type Beside, startBeside } from "./beside.ts";
import type { Chapter, Figure } from "./figure.ts";
import { BEHIND_PROXY, type Engine, type Ground } from "./ground.ts";
import { latencyOf } from "./latency.ts";
import { memoryOf } from "./memory.ts";
import { untilLogged } from "./reading.ts";
import { makeRows } from "./rows.ts";
import type { Walk, Walked } from "./visitors.ts";

const KEY = "the-key-of-the-benchmark";
const ROWS: Record<Engine, number[]> = { PostgreSQL: [10_000, 1_000_000, 6_100_000], embedded: [10_000, 100_000] };
const QUICK = [1000, 5000];
const TURNS = 15;
const RATIO_MAX = 1.3;
const PER_PAGE = 50;
const ADMIN_PER_PAGE = 20;
const TASKS_WITHIN = 60 * 60_000;

interface Site {
  rows: number;
  server: ServerProcess;
  /** Null beside the embedded database, which has no place for another. */
  client: pg.Client | null;
  /** Milliseconds that each daily task took. */
  tasks: Map<string, number>;
}

/** `turn` differs from one asking to the next: but for what is {@link REMEMBERED}, nothing is answered because it has just been asked. */
type Address = (rows: number, turn: number) => string;

const CALLS: Record<string, Address> = {
  "home page": () => "/",
  stats: () => "/api/petition/stats",
  "latest supporters": () => "/api/petition/supporters",
  "list, first pages": (_, turn) => list(1 + turn),
  "list, in the middle": (rows, turn) => list(Math.floor(rows / PER_PAGE / 2) + turn),
  "list, near the end": (rows, turn) => list(Math.floor((rows * 0.95) / PER_PAGE) - turn),
  "open counts": () => "/api/open/counts",
  "public log's head": () => "/log/checkpoint",
  metrics: () => "/metrics",
};

const ADMIN_CALLS: Record<string, Address> = {
  figures: () => "stats",
  charts: () => "charts",
  operations: () => "operations",
  suspicion: () => "suspicion",
  mail: () => "mail",
  "public log": () => "log",
  "audit log": () => "audit",
  "audit log, of the administrator": () => "audit?who=administrator",
  "audit log, of what is not there": () => "audit?action=key-rotated",
  "signatures, first page": () => signatures("page=1"),
  "signatures, in the middle": (rows, turn) => signatures(`page=${Math.floor(rows / ADMIN_PER_PAGE / 2) + turn}`),
  "signatures, last page": (rows) => signatures(`page=${Math.floor((rows * 0.99) / ADMIN_PER_PAGE)}`),
  "search: a name that one has": () => signatures("search=Nirgendwoher"),
  "search: a common name": () => signatures("search=schmidt"),
  "search: first and last name": () => signatures("search=anna%20schmidt"),
  "search: half of all": () => signatures("search=ann"),
  "search: two letters": () => signatures("search=an"),
  "search: two rare letters": () => signatures("search=xq"),
  "search: nobody": () => signatures("search=qqqqqq"),
  "search: an address": (_, turn) => signatures(`search=verein${turn}.example`),
  "search: a mail domain": () => signatures("search=@verein1.example"),
  "search: a common mail domain": () => signatures("search=@gmx.de"),
  "search: an IP network": () => signatures("search=90.17.0.0/16"),
  "search: a wide IP network": () => signatures("search=90.0.0.0/8"),
  "search: a day": () => signatures(`search=${new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10)}`),
  "one language": () => signatures("language=pl"),
  "private, with a name": () => signatures("visibility=private&search=schmidt"),
  "private, in Polish, with a name": () => signatures("visibility=private&language=pl&search=schmidt"),
  "suspicious ones": () => signatures("state=suspicious"),
  "quarantined ones": () => signatures("state=quarantined"),
  "hidden names": () => signatures("state=name-hidden"),
};

function list(page: number): string {
  return `/api/petition/supporters-paginated?page=${page}&pageSize=${PER_PAGE}`;
}

function signatures(query: string): string {
  return `signatures?limit=${ADMIN_PER_PAGE}&${query}`;
}

/** Of a large petition these rest for a while once they were read (decision 0015): what the one waits who comes first. */
const REMEMBERED = ["figures", "charts", "mail"];

/** The same calls over few and very many signatures, by turns. */
export async function measureScale(ground: Ground, engine: Engine, given?: number[]): Promise<Chapter[]> {
  const sizes = given ?? (ground.isQuick ? QUICK : ROWS[engine]);
  const visitors = startBeside("visitors.ts");
  const smtpUrl = await visitors.ask<string>("mailboxes");
  const sites: Site[] = [];
  try {
    for (const rows of sizes) sites.push(await openSite(ground, engine, rows, smtpUrl));
    const memoryOfAll = () => sites.map(({ server }) => memoryOf(server.pid).now);
    const memoryBefore = { what: "memory before all of them, MB", besides: besidesOf(sites, memoryOfAll()) };
    const calls = await measureCalls(sites, visitors);
    const memory = [memoryBefore, figureOf("memory after all of them, MB", sites, memoryOfAll())];
    const names = [...(sites[0]?.tasks.keys() ?? [])];
    return [
      {
        title: `Scale, ${engine}: milliseconds of a call (the middle one), by the number of signatures`,
        figures: [...calls, ...memory],
      },
      {
        title: `Scale, ${engine}: milliseconds of a daily task`,
        figures: names.map((name) => ({
          what: name,
          besides: besidesOf(
            sites,
            sites.map(({ tasks }) => tasks.get(name) ?? Number.NaN),
          ),
        })),
      },
    ];
  } finally {
    for (const { server, client } of sites) {
      await client?.end();
      await server.end("SIGTERM");
    }
    visitors.end();
  }
}

/** The public log has taken in all, and the tasks have run: both would be in the way of what is measured. */
async function openSite(ground: Ground, engine: Engine, rows: number, smtpUrl: string): Promise<Site> {
  const url = engine === "embedded" ? undefined : await ground.newDatabase(`bench_scale_${rows}`);
  const dataFolder = ground.folder(`scale-${engine}-${rows}`);
  const settings = { ...BEHIND_PROXY, DATA_DIR: dataFolder, DATABASE_URL: url, ADMIN_KEY: KEY, SMTP_URL: smtpUrl };
  const withDatabase = async (act: (database: Database) => Promise<unknown>) => {
    const database = await openDatabase({ url, dataFolder });
    try {
      await act(database);
    } finally {
      await database.close();
    }
  };
  await ground.unforced(async () => {
    await withDatabase(async (database) => {
      await migrateDatabase(database);
      await makeRows(database, rows);
    });
    const first = await startServer(settings);
    await untilLogged(first);
    await first.end("SIGTERM");
  });
  // What is done at night would wait for one.
  await withDatabase(async ({ pool }) => {
    await pool.query("delete from tasks");
    await pool.query("insert into tasks (name) values ('reconcile'), ('maintain-database')");
  });
  const server = await startServer(settings);
  const client = url === undefined ? null : new pg.Client({ connectionString: url });
  await client?.connect();
  return { rows, server, client, tasks: await tasksOf(server) };
}

async function tasksOf({ url }: ServerProcess): Promise<Map<string, number>> {
  const byTask = (metrics: string, name: string) =>
    new Map(
      [...metrics.matchAll(new RegExp(`^${name}\\{task="([^"]+)"\\} (\\S+)$`, "gm"))].map(([, task = "", value]) => [
        task,
        Number(value),
      ]),
    );
  for (const deadline = performance.now() + TASKS_WITHIN; performance.now() < deadline; await pause(1000)) {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    const spent = byTask(metrics, "petition_task_duration_seconds_sum");
    const runs = byTask(metrics, "petition_task_duration_seconds_count");
    const all = byTask(metrics, "petition_task_failures");
    if (all.size > 0 && [...all.keys()].every((task) => spent.has(task)))
      return new Map([...spent].map(([task, seconds]) => [task, (seconds * 1000) / (runs.get(task) ?? 1)]));
  }
  throw new Error("The daily tasks did not come to an end.");
}

async function measureCalls(sites: Site[], visitors: Beside): Promise<Figure[]> {
  const admin = { authorization: `Bearer ${KEY}` };
  const asked = [
    ...Object.entries(CALLS).map(([name, address]) => ({ name, isRemembered: false, address, headers: {} })),
    ...Object.entries(ADMIN_CALLS).map(([name, address]) => ({
      name: `administration: ${name}`,
      isRemembered: REMEMBERED.includes(name),
      address: (rows: number, turn: number) => `/api/admin/${address(rows, turn)}`,
      headers: admin,
    })),
  ];
  const figures: Figure[] = [];
  for (const { name, isRemembered, address, headers } of asked) {
    const { firsts, middles } = await byTurns(sites, async ({ rows, server, client }, turn) => {
      // As after a signature: what was counted before must be counted anew.
      await client?.query("update signature_count set version = version + 1");
      return timeOf(server.url + address(rows, turn), headers);
    });
    figures.push(figureOf(name, sites, middles));
    if (isRemembered) figures.push({ what: `${name}, by the first who asks`, besides: besidesOf(sites, firsts) });
  }
  const links = new Map(sites.map((site) => [site, [] as number[]]));
  const { middles: forms } = await byTurns(sites, async (site, turn) => {
    const walk: Walk = { url: site.server.url, abreast: 1, warmUp: 0, ways: 1, tag: `turn${turn}`, before: turn };
    const { form, link } = (await visitors.ask<Walked>(walk)).times;
    links.get(site)?.push(link.p50);
    return form.p50;
  });
  figures.push(figureOf("sign: the form", sites, forms));
  figures.push(
    figureOf(
      "sign: the link",
      sites,
      // Without the first one, which opens connections and plans statements.
      sites.map((site) => latencyOf(links.get(site)?.slice(1) ?? []).p50),
    ),
  );
  const { middles } = await byTurns(sites, ({ server }) => untilFirstRows(server.url, admin));
  return [...figures, figureOf("administration: export, until its first rows", sites, middles)];
}

/** The first time opens connections and plans statements. */
async function byTurns(
  sites: Site[],
  take: (site: Site, turn: number) => Promise<number>,
): Promise<{ firsts: number[]; middles: number[] }> {
  const firsts: number[] = [];
  const times = sites.map((): number[] => []);
  for (const site of sites) firsts.push(await take(site, 0));
  for (let turn = 1; turn <= TURNS; turn += 1)
    for (const [index, site] of sites.entries()) times[index]?.push(await take(site, turn));
  return { firsts, middles: times.map((taken) => latencyOf(taken).p50) };
}

function figureOf(what: string, sites: Site[], milliseconds: number[]): Figure {
  const ratio = (milliseconds.at(-1) ?? Number.NaN) / (milliseconds[0] ?? Number.NaN);
  return { what, besides: besidesOf(sites, milliseconds), ratio, goal: { of: "ratio", most: RATIO_MAX } };
}

function besidesOf(sites: Site[], values: number[]): Record<string, number> {
  return Object.fromEntries(sites.map(({ rows }, index) => [rows.toLocaleString("en"), values[index] ?? Number.NaN]));
}

async function timeOf(url: string, headers: Record<string, string>): Promise<number> {
  const startedAt = performance.now();
  const answer = await fetch(url, { headers });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return performance.now() - startedAt;
}

async function untilFirstRows(url: string, headers: Record<string, string>): Promise<number> {
  const startedAt = performance.now();
  const answer = await fetch(`${url}/api/admin/export?format=csv`, { headers });
  if (!answer.ok || answer.body === null) throw new Error(`The export: ${answer.status}`);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  // The line of headings is sent before the database is asked.
  for (let text = ""; text.split("\n").length <= 2; ) {
    const { value, done } = await reader.read();
    if (done) throw new Error("The export ended before its first rows.");
    text += value;
  }
  const taken = performance.now() - startedAt;
  await reader.cancel();
  return taken;
}
