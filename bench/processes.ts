import { startServer } from "../server/testing/process.ts";
import { startBeside } from "./beside.ts";
import type { Chapter, Figure } from "./figure.ts";
import { BEHIND_PROXY, type Ground } from "./ground.ts";
import { freePort, installedNginx, startNginx, versionOfNginx } from "./nginx.ts";
import { familySeconds, processorSeconds, sum } from "./processor-time.ts";
import { readByTurns } from "./reading.ts";
import { measureWays } from "./signing.ts";

const PROCESSES = [1, 2, 4];
const WALK = { abreast: 800, warmUp: 2000, ways: 6000 };
const QUICK = { abreast: 20, warmUp: 30, ways: 60 };

/** Several processes of the site behind one nginx, on one PostgreSQL. */
export async function measureProcesses(ground: Ground): Promise<Chapter> {
  const title = "Many processes";
  const nginx = installedNginx();
  if (nginx === null) return { title, figures: [{ what: "nginx is not installed: not measured" }] };
  const figures: Figure[] = [];
  for (const count of PROCESSES) figures.push(...(await measureSome(ground, nginx, count)));
  return { title: `${title}, behind ${versionOfNginx(nginx)}`, figures };
}

async function measureSome(ground: Ground, program: string, count: number): Promise<Figure[]> {
  const url = await ground.newDatabase("bench_processes");
  const visitors = startBeside("visitors.ts");
  const readers = startBeside("readers.ts");
  // The same folder, as on one machine: its keys are all processes' keys.
  const settings = {
    ...BEHIND_PROXY,
    DATA_DIR: ground.folder(`processes-${count}`),
    DATABASE_URL: url,
    SMTP_URL: await visitors.ask<string>("mailboxes"),
  };
  const servers = [await startServer(settings)];
  while (servers.length < count) servers.push(await startServer(settings));
  const port = await freePort();
  const folder = ground.folder(`nginx-${count}`);
  const nginx = await startNginx(program, { folder, port, http: spreadOver(servers, port) });
  const ours = () => sum(servers.map(({ pid }) => processorSeconds(pid)));
  const front = `http://127.0.0.1:${port}`;
  try {
    const walk = ground.isQuick ? QUICK : WALK;
    const { duration, times, used } = await measureWays(visitors, { ...walk, url: front, tag: `of-${count}` }, () => ({
      ours: ours(),
      nginx: familySeconds(nginx.pid),
    }));
    const [home] = await readByTurns(readers, [{ url: front, used: ours }], "/", ground.isQuick);
    return [
      {
        what: waysOf(count),
        perSecond: (walk.ways * 1000) / duration,
        perCoreSecond: walk.ways / used.ours,
        each: (used.ours * 1000) / walk.ways,
        latency: times.whole,
        besides: { "nginx, ms each": (used.nginx * 1000) / walk.ways },
        against: waysOf(1),
        byTheWall: true,
      },
      { what: pagesOf(count), ...home, against: pagesOf(1), byTheWall: true },
    ];
  } finally {
    await nginx.end();
    for (const server of servers) await server.end("SIGTERM");
    visitors.end();
    readers.end();
  }
}

function waysOf(count: number): string {
  return `${processes(count)}: whole ways`;
}

function pagesOf(count: number): string {
  return `${processes(count)}: home page`;
}

function processes(count: number): string {
  return count === 1 ? "1 process" : `${count} processes`;
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
