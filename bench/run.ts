/** `npm run bench` */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import type { CaptchaChallenge } from "../contract/captcha.ts";
import { migrateDatabase } from "../server/database/migrate.ts";
import { openDatabase } from "../server/database/open.ts";
import { type Inbox, openInbox, type ParsedLetter } from "../server/testing/inbox.ts";
import { crowd, type Person } from "../server/testing/people.ts";
import { administer, startPostgres, urlOf } from "../server/testing/postgres-server.ts";
import { type ServerProcess, startServer } from "../server/testing/process.ts";
import { solved } from "../server/testing/sum.ts";
import { measureExport } from "./export.ts";
import { type Load, measureItems, measureRequests } from "./load.ts";
import { type Engine, idleMemoryOf } from "./memory.ts";
import { type Due, measureTask, sentenceOf } from "./tasks.ts";

const ROOT = join(import.meta.dirname, "..");
const WARM_UP = 100;
const PEOPLE = 300;
const ABREAST = 20;
const INSERTS = 2000;
const LISTED = 200_000;
const EXPORTED = 1_000_000;
/** `bench/tasks.ts` does it with a million. */
const WORKED_OVER = 50_000;
const PER_PAGE = 50;
/** Milliseconds for each figure of reading. */
const DURATION = 3000;
/** More than the site keeps of them in memory, so that nearly each one asks the database. */
const PAGES_ASKED = 1500;

interface Figure {
  what: string;
  perSecond: number;
  /** Of processor time, where one process does the work. */
  perCoreSecond?: number;
  /** The figure that this one is set against, by its own `what`. */
  against?: string;
}

const figures: Figure[] = [];
/** What is no speed, for beneath the table. */
const remarks: string[] = [];
const folder = await mkdtemp(join(tmpdir(), "petition-bench-"));
const given = process.env.TEST_DATABASE_URL;
const postgres = given ? null : await startPostgres({ durable: true });
const serverUrl = postgres?.url ?? given ?? "";
const DATABASES = ["bench_signing", "bench_reading", "bench_export", "bench_import", "bench_origins"];
try {
  execFileSync(process.execPath, [join(ROOT, "server", "build-once.ts")], { stdio: "inherit" });
  await dropDatabases();
  for (const name of DATABASES) await administer(serverUrl, `create database ${name} encoding 'UTF8' template template0`);
  await measureSigning("PostgreSQL", urlOf(serverUrl, "bench_signing"));
  await measureSigning("embedded", undefined);
  await measureReading(urlOf(serverUrl, "bench_reading"));
  await exportAll(urlOf(serverUrl, "bench_export"));
  for (const due of ["import", "origins"] as const) {
    await workOver(due, "PostgreSQL", urlOf(serverUrl, `bench_${due}`));
    await workOver(due, "embedded", undefined);
  }
  print();
} finally {
  await dropDatabases();
  await postgres?.remove();
  await rm(folder, { recursive: true, force: true });
}

async function dropDatabases(): Promise<void> {
  for (const name of DATABASES) await administer(serverUrl, `drop database if exists ${name} with (force)`);
}

/** The whole way of many people at once: captcha, form, e-mail, link. */
async function measureSigning(engine: Engine, url: string | undefined): Promise<void> {
  const dataFolder = join(folder, engine);
  const baseline = `${engine}: durable inserts of one row`;
  figures.push({ what: baseline, perSecond: await insertsPerSecond(dataFolder, url) });

  const inbox = await openInbox();
  const server = await startServer({ DATA_DIR: dataFolder, DATABASE_URL: url, SMTP_URL: inbox.url });
  try {
    await signAndConfirm(server, inbox, crowd(WARM_UP, "warm-up"));
    const { signs, mails, confirmations } = await signAndConfirm(server, inbox, crowd(PEOPLE));
    figures.push(
      { what: `${engine}: people who sign (captcha, form; e-mails go out beside)`, ...signs, against: baseline },
      { what: `${engine}: people who confirm`, ...confirmations, against: baseline },
      { what: `${engine}: both, one after the other`, ...together(signs, confirmations), against: baseline },
      { what: `${engine}: their e-mails by SMTP, until the last has arrived`, perSecond: mails, against: baseline },
    );
    const { now, most } = await idleMemoryOf(server.pid, engine);
    remarks.push(
      `${engine}: idle for a minute, the server process holds ${Math.round(now)} MB; at most it had ${Math.round(most)} MB`,
    );
  } finally {
    await server.end("SIGTERM");
    await inbox.close();
  }
}

async function signAndConfirm(
  { url, pid }: ServerProcess,
  inbox: Inbox,
  people: Person[],
): Promise<{ signs: Load; mails: number; confirmations: Load }> {
  const startedAt = performance.now();
  const sign = async (person: Person) => {
    const challenge = (await (await fetch(`${url}/api/captcha`)).json()) as CaptchaChallenge;
    const body = JSON.stringify({ ...person, gdprConsent: true, ...solved(challenge) });
    await ok(fetch(`${url}/api/petition/sign`, { method: "POST", headers: { "content-type": "application/json" }, body }));
  };
  const signs = await measureItems(people, { abreast: ABREAST, pid, act: sign });
  for (const { email } of people) await inbox.waitFor(email);
  const mails = (people.length * 1000) / (performance.now() - startedAt);

  const tokens = people.map(({ email }) => tokenIn(inbox.of(email)));
  const confirm = (token: string) => ok(fetch(`${url}/api/petition/confirm/${token}`));
  const confirmations = await measureItems(tokens, { abreast: ABREAST, pid, act: confirm });
  return { signs, mails, confirmations };
}

function together(one: Load, other: Load): Load {
  const both = (a: number, b: number) => 1 / (1 / a + 1 / b);
  return {
    perSecond: both(one.perSecond, other.perSecond),
    perCoreSecond: both(one.perCoreSecond, other.perCoreSecond),
  };
}

function tokenIn(letters: ParsedLetter[]): string {
  const links = letters.flatMap((letter) => letter.links);
  return new URL(links.find((link) => link.includes("/confirm?")) ?? "").searchParams.get("token") ?? "";
}

/** On the same database, over as many connections as the site has, each commit forced to the disk. */
async function insertsPerSecond(dataFolder: string, url: string | undefined): Promise<number> {
  const database = await openDatabase({ dataFolder, url });
  try {
    await database.pool.query("create table baseline (id serial primary key, full_name text, email text)");
    const rows = Array.from({ length: INSERTS }, (_, row) => row);
    const insert = "insert into baseline (full_name, email) values ($1, $2)";
    const { perSecond } = await measureItems(rows, {
      abreast: ABREAST,
      pid: process.pid,
      act: async (row) => {
        await database.pool.query(insert, ["Anna Bergmüller", `${row}@example.org`]);
      },
    });
    return perSecond;
  } finally {
    await database.pool.query("drop table if exists baseline");
    await database.close();
  }
}

async function measureReading(url: string): Promise<void> {
  const dataFolder = join(folder, "reading");
  await fillList(url, dataFolder);
  const bare = spawn(process.execPath, [join(import.meta.dirname, "bare.ts")], { stdio: ["ignore", "pipe", "inherit"] });
  const server = await startServer({ DATA_DIR: dataFolder, DATABASE_URL: url });
  try {
    const baseline = { pid: bare.pid ?? 0, url: await firstLine(bare.stdout) };
    const constant = "a bare Fastify route that answers a constant";
    const list = (page: number) => `/api/petition/supporters-paginated?page=${page}&pageSize=${PER_PAGE}`;
    const last = LISTED / PER_PAGE;
    const first = `list, ${LISTED.toLocaleString("en")} rows: first ${PAGES_ASKED} pages in turn, from the database`;
    await read(constant, baseline, ["/"]);
    await read("GET /api/petition/stats", server, ["/api/petition/stats"], constant);
    await read("GET / (home page, kept, packed)", server, ["/"], constant);
    await read("GET /api/captcha", server, ["/api/captcha"], constant);
    await read("list: page 1, from memory", server, [list(1)], constant);
    await read(`list: page ${last}, from memory`, server, [list(last)], constant);
    await read(
      first,
      server,
      range(PAGES_ASKED).map((page) => list(page + 1)),
    );
    await read(
      `list: last ${PAGES_ASKED} pages in turn, from the database`,
      server,
      range(PAGES_ASKED).map((page) => list(last - page)),
      first,
    );
  } finally {
    await end(server, bare);
  }
}

async function read(what: string, { pid, url }: Reader, paths: string[], against?: string): Promise<void> {
  await measureRequests({ pid, url, paths, duration: DURATION / 4 });
  figures.push({ what, ...(await measureRequests({ pid, url, paths, duration: DURATION })), against });
}

interface Reader {
  pid: number;
  url: string;
}

/** As an import would: the next start counts the rows and cuts the list into blocks. */
async function fillList(url: string, dataFolder: string): Promise<void> {
  const database = await openDatabase({ url, dataFolder });
  await migrateDatabase(database);
  await database.close();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`insert into signatures (full_name, email, normalised_email, visibility, confirmed_at)
    select 'Anna Bergmüller', number || '@example.org', number || '@example.org', case number % 3 when 0 then 'private' else 'public' end,
      '2026-01-01'::timestamptz + number * interval '1 minute' from generate_series(1, ${LISTED}) number`);
  await client.query("vacuum analyze signatures");
  await client.end();
}

async function exportAll(url: string): Promise<void> {
  const { reading, exports } = await measureExport(url, join(folder, "export"), EXPORTED);
  const baseline = `PostgreSQL, ${EXPORTED.toLocaleString("en")} rows: reading them by key in batches`;
  figures.push({ what: baseline, ...reading });
  for (const [format, { megabytes, growth, most, ...load }] of Object.entries(exports)) {
    const what = `exporting them as ${format.toUpperCase()}`;
    figures.push({ what, ...load, against: baseline });
    remarks.push(
      `${what}: ${Math.round(megabytes)} MB; the server process grew by ${Math.round(growth)} MB, to ${Math.round(most)} MB at most`,
    );
  }
}

async function workOver(due: Due, engine: string, url: string | undefined): Promise<void> {
  const dataFolder = join(folder, `${due}-${engine}`);
  remarks.push(sentenceOf(due, engine, WORKED_OVER, await measureTask(due, { url, dataFolder, rows: WORKED_OVER })));
}

function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}

async function ok(answer: Promise<Response>): Promise<void> {
  const { status } = await answer.then(async (response) => {
    await response.arrayBuffer();
    return response;
  });
  if (status !== 200) throw new Error(`Answered with ${status}`);
}

async function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  const [line] = await once(createInterface({ input: stream }), "line");
  return line;
}

async function end(server: ServerProcess, bare: ReturnType<typeof spawn>): Promise<void> {
  bare.kill();
  await server.end("SIGTERM");
}

function print(): void {
  const width = Math.max(...figures.map(({ what }) => what.length));
  console.log(`${availableParallelism()} cores, Node.js ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}\n`);
  console.log(`${"what".padEnd(width)}  per second  per core second     ratio`);
  for (const figure of figures) {
    const base = figures.find(({ what }) => what === figure.against);
    const ratio = base === undefined ? "baseline" : ratioOf(figure, base).toFixed(2);
    const { what, perSecond, perCoreSecond } = figure;
    console.log(
      `${what.padEnd(width)}  ${rounded(perSecond).padStart(10)}  ${rounded(perCoreSecond).padStart(15)}  ${ratio.padStart(8)}`,
    );
  }
  if (remarks.length > 0) console.log(`\n${remarks.join("\n")}`);
}

/** By processor time where one process does all the work: that is what a busy machine measures rightly. */
function ratioOf(figure: Figure, base: Figure): number {
  if (figure.perCoreSecond === undefined || base.perCoreSecond === undefined) return figure.perSecond / base.perSecond;
  return figure.perCoreSecond / base.perCoreSecond;
}

function rounded(figure: number | undefined): string {
  return figure === undefined ? "" : Math.round(figure).toLocaleString("en");
}
