/** `node --import ./server/prepare.mjs bench/tasks.ts [rows] [embedded] [import|origins]`: addresses to be normalised, or origins to be forgotten. */
import { setTimeout as pause } from "node:timers/promises";
import type { TaskName } from "../contract/administration/operations.ts";
import type { CaptchaChallenge } from "../contract/signing.ts";
import { migrateDatabase } from "../server/platform/database/migrate.ts";
import { openDatabase } from "../server/platform/database/open.ts";
import { crowd } from "../server/testing/people.ts";
import { startServer } from "../server/testing/process.ts";
import { solved } from "../server/testing/sum.ts";
import { type Chapter, type Figure, tableOf } from "./figure.ts";
import { type Ground, onGround } from "./ground.ts";
import { type Latency, latencyOf } from "./latency.ts";

type Due = "import" | "origins";

interface TaskMeasure extends Meanwhile {
  readyAfter: number;
  seconds: number;
  /** The same with nothing else to do: the baseline. */
  idle: Meanwhile;
  /** Rows that the vacuum has yet to take away. */
  dead: number;
}

interface Meanwhile {
  signing: Latency;
  home: Latency;
  /** Answers other than 200. */
  refused: number;
}

const DUE = ["import", "origins"] as const;
const SAID: Record<Due, string> = { import: "completing an import", origins: "forgetting origins" };
const TASK: Record<Due, TaskName> = { import: "complete-imported", origins: "forget-origins" };
const ROWS = 50_000;
/** Rows that one statement of the import brings. */
const IMPORTED = 10_000;
/** Milliseconds. */
const SIGN_EVERY = 250;
const IDLE = 15_000;
const LONGEST = 60 * 60_000;

/** Work over many rows while people sign and read: `ROWS` of them in either engine. */
export async function measureTasks(ground: Ground): Promise<Chapter> {
  const rows = ground.isQuick ? ROWS / 10 : ROWS;
  const figures: Figure[] = [];
  for (const due of DUE)
    for (const engine of ["PostgreSQL", "embedded"] as const) {
      const url = engine === "embedded" ? undefined : await ground.newDatabase(`bench_${due}`);
      const measure = await measureTask(due, { url, dataFolder: ground.folder(`${due}-${engine}`), rows });
      figures.push(...figuresOf(`${engine}, ${SAID[due]}`, measure));
    }
  return { title: `Work over ${rows.toLocaleString("en")} rows`, figures };
}

async function measureTask(
  due: Due,
  { url, dataFolder, rows }: { url: string | undefined; dataFolder: string; rows: number },
): Promise<TaskMeasure> {
  await importRows(due, { url, dataFolder, rows });
  const server = await startServer({ DATA_DIR: dataFolder, DATABASE_URL: url });
  try {
    const startedAt = performance.now();
    const end = new AbortController();
    const visits = visit(server.url, end.signal);
    for (const deadline = startedAt + LONGEST; performance.now() < deadline; await pause(500))
      if (await hasRun(server.url, TASK[due])) break;
    const seconds = (performance.now() - startedAt) / 1000;
    end.abort();
    const meanwhile = await visits;
    const dead = await deadRows(url);
    const idle = await visit(server.url, AbortSignal.timeout(IDLE));
    return { readyAfter: server.millisecondsToReady / 1000, seconds, ...meanwhile, idle, dead };
  } finally {
    await server.end("SIGTERM");
  }
}

async function importRows(due: Due, { url, dataFolder, rows }: { url: string | undefined; dataFolder: string; rows: number }) {
  const database = await openDatabase({ url, dataFolder });
  try {
    await migrateDatabase(database);
    for (let from = 0; from < rows; from += IMPORTED)
      await database.pool.query(
        `insert into signatures (full_name, email, normalised_email, locale, confirmed_at, ip_address, user_agent)
        select 'Anna Bergmüller', 'person' || n || '@example.org', case when $3 then 'person' || n || '@example.org' end,
          (array['de','en','fr','pl'])[1 + n % 4], now() - interval '60 days' - n * interval '10 seconds',
          case when $3 then '203.0.' || (n / 250) % 250 || '.' || n % 250 end, case when $3 then 'Mozilla/5.0 (X11; Linux x86_64)' end
        from generate_series($1::int, $2::int - 1) n`,
        [from, Math.min(from + IMPORTED, rows), due === "origins"],
      );
    await database.pool.query("vacuum (analyze) signatures");
  } finally {
    await database.close();
  }
}

/** People sign four times a second, and the home page and `/readyz` are asked for as often, until the end. */
async function visit(url: string, end: AbortSignal): Promise<Meanwhile> {
  const forms: number[] = [];
  const homes: number[] = [];
  const under: Promise<void>[] = [];
  let refused = 0;
  const timed = async (times: number[], ask: () => Promise<Response>) => {
    const startedAt = performance.now();
    const answer = await ask();
    await answer.arrayBuffer();
    times.push(performance.now() - startedAt);
    if (answer.status !== 200) refused += 1;
  };
  const people = crowd(LONGEST / SIGN_EVERY, `visitor${Math.round(performance.now())}`);
  for (let turn = 0; !end.aborted; turn += 1, await pause(SIGN_EVERY)) {
    const challenge = (await (await fetch(`${url}/api/captcha`)).json()) as CaptchaChallenge;
    const body = JSON.stringify({ ...people[turn], gdprConsent: true, ...solved(challenge) });
    const form = { method: "POST", headers: { "content-type": "application/json" }, body };
    under.push(
      timed(forms, () => fetch(`${url}/api/petition/sign`, form)),
      timed(homes, () => fetch(url)),
      timed([], () => fetch(`${url}/readyz`)),
    );
  }
  await Promise.all(under);
  return { signing: latencyOf(forms), home: latencyOf(homes), refused };
}

async function hasRun(url: string, task: TaskName): Promise<boolean> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return metrics.includes(`petition_task_last_run_timestamp_seconds{task="${task}"}`);
}

async function deadRows(url: string | undefined): Promise<number> {
  if (url === undefined) return Number.NaN;
  const database = await openDatabase({ url, dataFolder: "" });
  try {
    const { rows } = await database.pool.query<{ dead: string }>(
      "select n_dead_tup as dead from pg_stat_user_tables where relname = 'signatures'",
    );
    return Number(rows[0]?.dead);
  } finally {
    await database.close();
  }
}

function figuresOf(what: string, { readyAfter, seconds, signing, home, refused, idle, dead }: TaskMeasure): Figure[] {
  const figures: Figure[] = [
    { what: `${what}: ready after, s`, amount: readyAfter },
    { what: `${what}: done later, s`, amount: seconds },
    { what: `${what}: forms meanwhile`, latency: signing },
    { what: `${what}: forms afterwards`, latency: idle.signing },
    { what: `${what}: home pages meanwhile`, latency: home },
    { what: `${what}: home pages afterwards`, latency: idle.home },
    { what: `${what}: refused`, amount: refused, goal: { of: "amount", most: 0 } },
    { what: `${what}: dead rows left`, amount: dead },
  ];
  return figures.filter(({ amount }) => amount === undefined || !Number.isNaN(amount));
}

if (import.meta.main) {
  const said = process.argv.slice(2);
  const rows = Number(said.find((one) => /^\d+$/.test(one)) ?? 1_000_000);
  const only = DUE.filter((due) => said.includes(due));
  await onGround(false, async (ground) => {
    for (const due of only.length > 0 ? only : DUE) {
      const url = said.includes("embedded") ? undefined : await ground.newDatabase(`bench_${due}`);
      const measure = await measureTask(due, { url, dataFolder: ground.folder(due), rows });
      console.log(`${tableOf({ title: "", figures: figuresOf(SAID[due], measure) })}\n`);
    }
  });
}
