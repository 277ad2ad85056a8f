/** `npx node bench/tasks.ts [rows] [embedded] [import|origins]`: addresses to be normalised, or origins to be forgotten. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { TaskName } from "../contract/administration/operations.ts";
import type { CaptchaChallenge } from "../contract/captcha.ts";
import { migrateDatabase } from "../server/database/migrate.ts";
import { openDatabase } from "../server/database/open.ts";
import { crowd } from "../server/testing/people.ts";
import { administer, startPostgres, urlOf } from "../server/testing/postgres-server.ts";
import { startServer } from "../server/testing/process.ts";
import { solved } from "../server/testing/sum.ts";

export type Due = "import" | "origins";

export interface TaskMeasure {
  readyAfter: number;
  seconds: number;
  /** 95 of 100 forms, and of 100 home pages, were answered within so many milliseconds. */
  signing: number;
  home: number;
  /** The same with nothing else to do: the baseline. */
  idle: { signing: number; home: number };
  forms: number;
  /** Answers other than 200. */
  refused: number;
  /** Rows that the vacuum has yet to take away. */
  dead: number;
}

type Meanwhile = Pick<TaskMeasure, "signing" | "home" | "forms" | "refused">;

const TASK: Record<Due, TaskName> = { import: "complete-imported", origins: "forget-origins" };
/** Rows that one statement of the import brings. */
const IMPORTED = 10_000;
/** Milliseconds. */
const SIGN_EVERY = 250;
const IDLE = 15_000;
const LONGEST = 60 * 60_000;

export async function measureTask(
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
  return { signing: percentile(forms, 95), home: percentile(homes, 95), forms: forms.length, refused };
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

function percentile(times: number[], percent: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}

export function sentenceOf(due: Due, engine: string, rows: number, of: TaskMeasure): string {
  const number = (value: number) => Math.round(value).toLocaleString("en");
  const what = due === "import" ? "completing an import" : "forgetting origins";
  return (
    `${engine}, ${what} of ${number(rows)} rows: ready after ${number(of.readyAfter)} s, done ${number(of.seconds)} s later; ` +
    `meanwhile 95 of 100 of ${number(of.forms)} forms within ${number(of.signing)} ms, home pages within ${number(of.home)} ms ` +
    `(afterwards ${number(of.idle.signing)} and ${number(of.idle.home)}), ` +
    `${of.refused} refused${Number.isNaN(of.dead) ? "" : `; ${number(of.dead)} dead rows left`}`
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const rows = Number(process.argv[2] ?? 1_000_000);
  const isEmbedded = process.argv[3] === "embedded";
  const only = process.argv.slice(3).find((one): one is Due => one === "import" || one === "origins");
  const given = process.env.DATABASE_URL;
  const postgres = isEmbedded || given ? null : await startPostgres({ durable: true });
  const folder = await mkdtemp(join(tmpdir(), "petition-bench-"));
  try {
    for (const due of only ? [only] : (["import", "origins"] as const)) {
      const server = given ?? postgres?.url;
      const name = `bench_${due}`;
      if (server) await administer(server, `create database ${name} encoding 'UTF8' template template0`);
      const url = server && urlOf(server, name);
      const measure = await measureTask(due, { url, dataFolder: join(folder, due), rows });
      console.log(sentenceOf(due, isEmbedded ? "embedded" : "PostgreSQL", rows, measure));
      if (server) await administer(server, `drop database ${name} with (force)`);
    }
  } finally {
    await postgres?.remove();
    await rm(folder, { recursive: true, force: true });
  }
}
