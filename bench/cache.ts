import { type ServerProcess, startServer } from "../server/testing/process.ts";
import { startBeside } from "./beside.ts";
import type { Chapter, Figure } from "./figure.ts";
import { BEHIND_PROXY, type Ground } from "./ground.ts";
import { freePort, handedOut, installedNginx, startNginx, versionOfNginx } from "./nginx.ts";
import { familySeconds, processorSeconds } from "./processor-time.ts";
import { readByTurns } from "./reading.ts";

const ASKED = {
  "home page": "/",
  "GET /api/petition/stats": "/api/petition/stats",
  "list, first page": "/api/petition/supporters-paginated?page=1",
  "GET /api/captcha": "/api/captcha",
};

/** Milliseconds: a cache must hold nobody up, least of all where it may keep nothing. */
const WAIT_MAX = 1000;

/** What `deploy/nginx.conf` answers itself, with the site behind it. */
export async function measureCache(ground: Ground): Promise<Chapter> {
  const title = "A cache in front";
  const program = installedNginx();
  if (program === null) return { title, figures: [{ what: "nginx is not installed: not measured" }] };
  const url = await ground.newDatabase("bench_cache");
  const server = await startServer({ ...BEHIND_PROXY, DATA_DIR: ground.folder("cache"), DATABASE_URL: url });
  const readers = startBeside("readers.ts");
  const port = await freePort();
  const folder = ground.folder("nginx-cache");
  const nginx = await startNginx(program, { folder, port, http: handedOut({ sites: [server], port, folder }) });
  try {
    const site = { url: server.url, used: () => processorSeconds(server.pid) };
    const front = { url: `http://127.0.0.1:${port}`, used: () => familySeconds(nginx.pid) + processorSeconds(server.pid) };
    const figures: Figure[] = [];
    for (const [name, path] of Object.entries(ASKED)) {
      const [alone] = await readByTurns(readers, [site], path, ground.isQuick);
      const before = await answersOf(server);
      const [behind] = await readByTurns(readers, [front], path, ground.isQuick);
      const passedOn = (await answersOf(server)) - before;
      const baseline = `${name}: the site alone`;
      figures.push(
        { what: baseline, ...alone },
        {
          what: `${name}: behind the cache`,
          ...behind,
          besides: { "answered by the cache, %": Math.max(0, 100 * (1 - passedOn / (behind?.asked ?? Number.NaN))) },
          against: baseline,
          byTheWall: true,
          goal: { of: "p95", most: WAIT_MAX },
        },
      );
    }
    return { title: `${title}: ${versionOfNginx(program)}`, figures };
  } finally {
    readers.end();
    await nginx.end();
    await server.end("SIGTERM");
  }
}

/** How many requests the site has answered so far, whatever they were. */
async function answersOf({ url }: ServerProcess): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const counts = metrics.matchAll(/^petition_http_request_duration_seconds_count\{[^}]*\} (\d+)$/gm);
  return [...counts].reduce((total, [, count]) => total + Number(count), 0);
}
