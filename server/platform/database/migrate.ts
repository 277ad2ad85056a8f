import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import pg from "pg";
import { isRetryable } from "./failures.ts";
import type { Database } from "./open.ts";
import { notAsReliedOn, openClient, repairOfOrder } from "./session.ts";
import { holdersOf, watchWaiting } from "./waiting.ts";

const MIGRATIONS = join(import.meta.dirname, "migrations");
export const MIGRATION_LOCK = 7_220_418_511;
const LOOK_AGAIN = 500;
const REPORT_AGAIN = 60_000;
/** For `create index concurrently`. It must bear being run twice: a build that is cut short leaves an index that is of no use. */
const OUTSIDE = "-- Outside of a transaction.";

/** Milliseconds. While one waits for a table's lock, all queries of the table wait behind: so briefly, and again later. */
const PATIENCE = { lock: 3_000, pause: 5_000, attempts: 15 };

export class UnusableDatabase extends Error {
  override name = "UnusableDatabase";
}

interface Run {
  place: Pick<Database, "connection" | "kind">;
  client: pg.Client;
  ours: MigrationMeta[];
  patience: typeof PATIENCE;
  report: (sentence: string) => void;
}

/** Several processes may do so at once. Throws {@link UnusableDatabase}, and what the connection throws (`isAway`). */
export async function migrateDatabase(
  place: Run["place"],
  { folder, patience = PATIENCE, report = () => {} }: { folder?: string } & Partial<Pick<Run, "patience" | "report">> = {},
): Promise<void> {
  // A connection of its own: the pool's time limits are not made for building an index.
  const client = await openClient(place.connection);
  const run = { place, client, ours: released(folder), patience, report: sparingly(report) };
  try {
    await requireUsable(client);
    while (await nextOf(run)) await applyPatiently(run);
    // It serves all the same: each release's migrations suit the release before it, which may start again while an upgrade goes on.
    if ((await appliedTo(client)).length > run.ours.length)
      run.report(
        "The database's tables are those of a newer release. Unless an upgrade is under way, stop this one and start that: docs/operating/something-is-wrong.md, \"Another release's tables\".",
      );
    const repair = await repairOfOrder(client);
    if (repair)
      report(
        `A new glibc or ICU orders letters otherwise than the indexes of the database: searches and charts may miss rows. At a quiet hour, as the owner: ${repair}.`,
      );
  } finally {
    await client.end();
  }
}

function released(migrationsFolder = MIGRATIONS): MigrationMeta[] {
  return readMigrationFiles({ migrationsFolder });
}

async function applyPatiently(run: Run): Promise<void> {
  let seen = "waits for others, who could not be seen";
  const tell = (waiting: string) => {
    seen = waiting;
    run.report(`Bringing the tables up to date ${waiting}. Queries of that table wait with it, for moments.`);
  };
  for (let attempt = 1; attempt <= run.patience.attempts; attempt++) {
    try {
      return await applyNext(run, tell);
    } catch (failure) {
      const isHeldUp = isRetryable(failure) || (failure instanceof pg.DatabaseError && failure.code === "55P03");
      if (!isHeldUp) throw failure;
      await pause(run.patience.pause);
    }
  }
  throw new UnusableDatabase(
    `The tables could not be brought up to date, and nothing is half done: it ${seen}. End what holds it, and start again.`,
  );
}

async function applyNext(run: Run, tell: (waiting: string) => void): Promise<void> {
  const { client } = run;
  await client.query("begin");
  try {
    // A transaction's lock: a session's would be left on one of the connections that a pooler lends in turn.
    const { rows } = await client.query<{ ours: boolean }>("select pg_try_advisory_xact_lock($1) as ours", [MIGRATION_LOCK]);
    if (!rows[0]?.ours) {
      const holders = await holdersOf(client, MIGRATION_LOCK);
      run.report(`Another start is bringing the tables up to date: ${holders}. This one waits for it.`);
      await pause(LOOK_AGAIN);
    } else {
      const next = await nextOf(run);
      if (next)
        await (next.sql[0]?.trimStart().startsWith(OUTSIDE) ? applyOutside(run, next, tell) : applyInside(run, next, tell));
    }
    await client.query("commit");
  } catch (failure) {
    await client.query("rollback").catch(() => {});
    throw failure;
  }
}

async function applyInside(run: Run, migration: MigrationMeta, tell: (waiting: string) => void): Promise<void> {
  const { client, patience } = run;
  await client.query(
    `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = ${patience.lock}`,
  );
  await runAll(run, client, migration, tell);
  await note(client, migration);
}

/** The lock's transaction stays open beside it; where all connections are one session, there is nobody to lock out. */
async function applyOutside(run: Run, migration: MigrationMeta, tell: (waiting: string) => void): Promise<void> {
  const { client, place } = run;
  const isAlone = place.kind === "embedded";
  if (isAlone) await client.query("commit");
  else await client.query("set local idle_in_transaction_session_timeout = 0");
  const worker = isAlone ? client : await openClient(place.connection);
  try {
    await worker.query("set statement_timeout = 0");
    await runAll(run, worker, migration, tell);
    await worker.query("reset statement_timeout");
  } finally {
    if (!isAlone) await worker.end();
  }
  await note(client, migration);
}

async function runAll({ place, patience }: Run, client: pg.Client, migration: MigrationMeta, tell: (waiting: string) => void) {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const pid = rows[0]?.pid ?? 0;
  const endWatch =
    place.kind === "server" ? watchWaiting(place.connection, { pid, every: patience.lock / 3, tell }) : () => Promise.resolve();
  try {
    for (const statement of migration.sql) await client.query(statement);
  } finally {
    await endWatch();
  }
}

async function note(client: pg.Client, { hash, folderMillis }: MigrationMeta): Promise<void> {
  await client.query(`
    create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`);
  await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [hash, folderMillis]);
}

async function nextOf({ client, ours }: Run): Promise<MigrationMeta | undefined> {
  const { applied, isForeign } = await stateOf(client, ours);
  if (isForeign)
    throw new UnusableDatabase(
      'The database holds tables of an unreleased version of the site, or of another program. Use an empty one: another DATABASE_URL or DATA_DIR. How to bring signatures over: docs/operating/moving-house.md, "From an unreleased version".',
    );
  return ours[applied.length];
}

async function stateOf(client: pg.Client, ours: MigrationMeta[]) {
  // Asked first: another start may commit the first tables, with the note of them, in between.
  const { rows } = await client.query<{ there: boolean }>("select to_regclass('signatures') is not null as there");
  const isFilled = rows[0]?.there ?? false;
  const applied = await appliedTo(client);
  const isWithoutAny = applied.length === 0;
  return {
    applied,
    isEmpty: isWithoutAny && !isFilled,
    isForeign: !areReleased(applied, ours) || (isWithoutAny && isFilled),
  };
}

function areReleased(applied: string[], ours: MigrationMeta[]): boolean {
  return applied.every((hash, index) => ours[index] === undefined || ours[index].hash === hash);
}

export async function appliedTo(client: pg.Client | pg.Pool): Promise<string[]> {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as there",
  );
  if (!rows[0]?.there) return [];
  const applied = await client.query<{ hash: string }>("select hash from drizzle.__drizzle_migrations order by created_at, id");
  return applied.rows.map(({ hash }) => hash);
}

async function requireUsable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string; readOnly: string; isStandby: boolean }>(
    `select current_setting('server_encoding') as encoding, current_setting('transaction_read_only') as "readOnly",
      pg_is_in_recovery() as "isStandby"`,
  );
  const [{ encoding, readOnly, isStandby } = { encoding: "", readOnly: "", isStandby: false }] = rows;
  if (encoding !== "UTF8")
    throw new UnusableDatabase(
      `DATABASE_URL: the database is written in ${encoding}, which cannot hold every name. Make one with: create database petition encoding 'UTF8' template template0.`,
    );
  if (isStandby) throw new UnusableDatabase("DATABASE_URL: the database is a standby and can only be read. Name the primary.");
  // Not ours to lift: a provider sets it where the disk is full.
  if (readOnly === "on")
    throw new UnusableDatabase(
      "DATABASE_URL: the database can only be read, since default_transaction_read_only is on. Find out who has set it and why, then: alter database … reset default_transaction_read_only.",
    );
  const otherwise = await notAsReliedOn(client);
  if (otherwise.length > 0)
    throw new UnusableDatabase(
      `DATABASE_URL: a pooler stands before the database, and the site relies on other settings than it has there. Set them for the role: ${otherwise.map((setting) => `alter role … set ${setting}`).join("; ")}.`,
    );
}

function sparingly(report: (sentence: string) => void): (sentence: string) => void {
  const said = new Map<string, number>();
  return (sentence) => {
    const what = sentence.replaceAll(/\d+ s\)/g, "");
    const now = performance.now();
    if (now - (said.get(what) ?? -REPORT_AGAIN) < REPORT_AGAIN) return;
    said.set(what, now);
    report(sentence);
  };
}

/** Of a database elsewhere that went through these: "newer" than what we have, or never released by us ("foreign"). */
export function ageOf(applied: string[]): "known" | "newer" | "foreign" {
  const ours = released();
  if (applied.length === 0 || !areReleased(applied, ours)) return "foreign";
  return applied.length > ours.length ? "newer" : "known";
}

export async function makeTables(client: pg.Client, applied: string[]): Promise<void> {
  for (const migration of released().slice(0, applied.length)) {
    for (const statement of migration.sql) await client.query(statement.replaceAll(/\bconcurrently\b/gi, ""));
    await note(client, migration);
  }
}

export class OtherMigrations extends Error {
  override name = "OtherMigrations";
}

export async function appliedMigrations(client: pg.Client) {
  const ours = released();
  const { applied, ...found } = await stateOf(client, ours);
  const behind = ours.length - applied.length;
  return { ...found, pending: Math.max(0, behind), newer: Math.max(0, -behind) };
}

/** A folder with another campaign, and the old address of the database: its signatures are not this petition's. */
export async function requireOwn({ pool }: Pick<Database, "pool">, petitionId: string): Promise<void> {
  await pool.query("update signature_count set petition_id = $1 where petition_id is null", [petitionId]);
  const { rows } = await pool.query<{ id: string }>("select petition_id as id from signature_count where petition_id <> $1", [
    petitionId,
  ]);
  if (rows[0])
    throw new UnusableDatabase(
      `DATABASE_URL or DATA_DIR: the database holds the signatures of the petition ${rows[0].id}, and petition.config.ts is that of ${petitionId}. Name this petition's own database, or the other's CAMPAIGN_DIR.`,
    );
}

export async function requireMigrated({ pool }: Pick<Database, "pool">): Promise<void> {
  const applied = await appliedTo(pool);
  const ours = released();
  if (applied.join() === ours.map(({ hash }) => hash).join()) return;
  throw new OtherMigrations(
    applied.length > ours.length
      ? "The database's tables are those of a newer release: use its commands."
      : "The database's tables are not those of this version: start the site once (npm start), or use the version that runs.",
  );
}
