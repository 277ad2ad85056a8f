import { startServer } from "../server/testing/process.ts";
import { startBeside } from "./beside.ts";
import { limitEach, mayLimit } from "./core-shares.ts";
import type { Chapter, Figure, Goal } from "./figure.ts";
import { BEHIND_PROXY, type Ground } from "./ground.ts";
import { freePort, installedNginx, startNginx, versionOfNginx } from "./nginx.ts";
import { busySeconds, familySeconds, processorSeconds, sum } from "./processor-time.ts";
import { readByTurns } from "./reading.ts";
import { measureWays } from "./signing.ts";

const PROCESSES = [1, 2, 4];
const WALK = { abreast: 800, warmUp: 2000, ways: 6000 };
const QUICK = { abreast: 20, warmUp: 30, ways: 60 };
/** Of a core, for each process: four of them, with all that they need beside them, leave something of two cores. */
const SHARE = 0.2;
const WALK_ON_SHARES = { abreast: 800, warmUp: 1200, ways: 3000 };
/** Of what one carries, that each further one adds at least while there are cores left. */
const GROWTH = 0.25;

interface Some {
  count: number;
  /** Of a core; null for as much as there is. */
  share: number | null;
}

/** Several processes of the site behind one nginx, on one PostgreSQL: as fast as they can, and each with the same share of a core. */
export async function measureProcesses(ground: Ground): Promise<Chapter> {
  const title = "Many processes";
  const nginx = installedNginx();
  if (nginx === null) return { title, figures: [{ what: "nginx is not installed: not measured" }] };
  const figures: Figure[] = [];
  for (const share of mayLimit() ? [null, SHARE] : [null])
    for (const count of PROCESSES) figures.push(...(await measureSome(ground, nginx, { count, share })));
  if (!mayLimit()) figures.push({ what: "no control groups here: not measured with a share of a core for each" });
  return { title: `${title}, behind ${versionOfNginx(nginx)}`, figures };
}

async function measureSome(ground: Ground, program: string, some: Some): Promise<Figure[]> {
  const { count, share } = some;
  const url = await ground.newDatabase("bench_processes");
  const visitors = startBeside("visitors.ts");
  const readers = startBeside("readers.ts");
  const name = `${count}${share === null ? "" : "-of-a-share"}`;
  // The same folder, as on one machine: its keys are all processes' keys.
  const settings = {
    ...BEHIND_PROXY,
    DATA_DIR: ground.folder(`processes-${name}`),
    DATABASE_URL: url,
    SMTP_URL: await visitors.ask<string>("mailboxes"),
  };
  const servers = [await startServer(settings)];
  while (servers.length < count) servers.push(await startServer(settings));
  const pids = servers.map(({ pid }) => pid);
  const letGo = share === null ? () => {} : limitEach(pids, share);
  const port = await freePort();
  const folder = ground.folder(`nginx-${name}`);
  const nginx = await startNginx(program, { folder, port, http: spreadOver(servers, port) });
  const ours = () => sum(pids.map(processorSeconds));
  const front = `http://127.0.0.1:${port}`;
  const goal: Goal | undefined = share === null || count === 1 ? undefined : { of: "ratio", least: 1 + GROWTH * (count - 1) };
  try {
    const walk = ground.isQuick ? QUICK : share === null ? WALK : WALK_ON_SHARES;
    const { duration, times, used } = await measureWays(visitors, { ...walk, url: front, tag: `of-${count}` }, () => ({
      ours: ours(),
      nginx: familySeconds(nginx.pid),
      busy: busySeconds(),
    }));
    const began = { at: performance.now(), busy: busySeconds() };
    const [home] = await readByTurns(readers, [{ url: front, used: ours }], "/", ground.isQuick);
    const busyReading = (1000 * (busySeconds() - began.busy)) / (performance.now() - began.at);
    return [
      {
        what: waysOf(some),
        perSecond: (walk.ways * 1000) / duration,
        perCoreSecond: walk.ways / used.ours,
        each: (used.ours * 1000) / walk.ways,
        latency: times.whole,
        besides: { "nginx, ms each": (used.nginx * 1000) / walk.ways, [IN_USE]: (1000 * used.busy) / duration },
        against: waysOf({ ...some, count: 1 }),
        byTheWall: true,
        goal,
      },
      {
        what: pagesOf(some),
        ...home,
        besides: { [IN_USE]: busyReading },
        against: pagesOf({ ...some, count: 1 }),
        byTheWall: true,
        goal,
      },
    ];
  } finally {
    await nginx.end();
    for (const server of servers) await server.end("SIGTERM");
    letGo();
    visitors.end();
    readers.end();
  }
}

/** Of the machine, by whomever. */
const IN_USE = "cores in use";

function waysOf(some: Some): string {
  return `${processes(some)}: whole ways`;
}

function pagesOf(some: Some): string {
  return `${processes(some)}: home page`;
}

function processes({ count, share }: Some): string {
  const number = count === 1 ? "1 process" : `${count} processes`;
  return share === null ? number : `${number} of ${share} cores`;
}

function spreadOver(servers: { url: string }[], port: number): string {
  const places = servers.map(({ url }) => `server ${new URL(url).host};`).join(" ");
  return `upstream petition { ${places} keepalive 64; }
server {
  listen 127.0.0.1:${port};
  location / {
    proxy_pass http://petition;
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $host;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
  }
}`;
}
