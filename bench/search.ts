/** `node bench/search.ts [signatures] [embedded]`: `all rows / search`: how many times faster it is than reading all rows. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../server/clock.ts";
import { readConfiguration } from "../server/configuration.ts";
import { portOf } from "../server/http/app.ts";
import { openSite, type Site } from "../server/site.ts";
import { startPostgres } from "../server/testing/postgres-server.ts";
import { fillWith } from "./crowd.ts";

const COUNT = Number(process.argv[2] ?? 1_000_000);
const isEmbedded = process.argv[3] === "embedded";
const KEY = "the-key-of-the-benchmark";
const TURNS = 7;

const SEARCHES: Record<string, string> = {
  "first page": "page=1",
  "last page": `page=${Math.ceil(COUNT / 20)}`,
  "one name": "search=Nowhere-Else",
  "one address": "search=person777777@",
  "part of a name": "search=zielinska",
  "a mail domain": "search=@verein.example",
  "half of all": "search=ann",
  "two letters": "search=an",
  "no match": "search=qqqqqq",
  "an IP network": "search=203.0.113.0/24",
  "a day": `search=${new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10)}`,
  "one language": "language=pl",
  "private, with a name": "visibility=private&search=zielinska",
};

const server = isEmbedded || process.env.DATABASE_URL ? null : await startPostgres();
const dataFolder = await mkdtemp(join(tmpdir(), "petition-bench-"));
const site = await openSite({
  ...readConfiguration({
    DATA_DIR: dataFolder,
    PORT: "0",
    ADMIN_KEY: KEY,
    DATABASE_URL: isEmbedded ? undefined : (process.env.DATABASE_URL ?? server?.url),
  }),
  clock: systemClock,
  logger: false,
});
try {
  await site.app.listen({ host: "127.0.0.1", port: 0 });
  await seed(site);
  const allRows = await median(() => readAllRows(site));
  console.log(`${"all rows".padEnd(24)} ${written(allRows)} ms`);
  for (const [name, query] of Object.entries(SEARCHES)) {
    let total = 0;
    const cold = await median(async () => {
      // Counted anew, as after a signature.
      await site.database.pool.query("update signature_count set version = version + 1");
      total = await ask(`signatures?limit=20&${query}`);
    });
    const warm = await median(() => ask(`signatures?limit=20&${query}`));
    const times = `${written(cold)} ms   known total ${written(warm)} ms   all rows / search ${(allRows / cold).toFixed(1)}`;
    console.log(`${name.padEnd(24)} ${times}   (${total} found)`);
  }
  console.log(`${"stats".padEnd(24)} ${written(await median(() => ask("stats")))} ms`);
} finally {
  await site.close();
  await server?.remove();
  await rm(dataFolder, { recursive: true, force: true });
}

async function seed({ database }: Site): Promise<void> {
  const startedAt = performance.now();
  await fillWith(database, COUNT);
  console.log(
    `${COUNT} signatures on ${database.kind} database, made in ${Math.round((performance.now() - startedAt) / 1000)} s`,
  );
}

/** What a search would do without its index. */
async function readAllRows({ database }: Site): Promise<void> {
  await database.pool.query(
    "select count(*) from signatures where lower(full_name) || lower(email) || coalesce(ip_address, '') like '%qqqqqq%'",
  );
}

async function ask(path: string): Promise<number> {
  const address = `http://127.0.0.1:${portOf(site.app)}/api/admin/${path}`;
  const answer = await fetch(address, { headers: { authorization: `Bearer ${KEY}` } });
  const body = (await answer.json()) as { total?: number };
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return body.total ?? 0;
}

async function median(act: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    const startedAt = performance.now();
    await act();
    times.push(performance.now() - startedAt);
  }
  return times.sort((one, other) => one - other)[Math.floor(TURNS / 2)] ?? 0;
}

function written(milliseconds: number): string {
  return milliseconds.toFixed(1).padStart(8);
}
