/** What our statements rely on is set for each connection, whatever server, database or role have set. */
import type { Socket } from "node:net";
import { sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";

/** PgBouncer in transaction mode hands these on to each server process that it lends us. */
const HANDED_ON = { DateStyle: "ISO, MDY", TimeZone: "UTC", standard_conforming_strings: "on" };
const RELIED_ON = {
  ...HANDED_ON,
  IntervalStyle: "postgres",
  bytea_output: "hex",
  extra_float_digits: "1",
  default_transaction_isolation: "read committed",
  default_transaction_deferrable: "off",
};
const SCHEMA = "public";
/** A plan that was kept from when the table was small reads all of it ever after: within a peak no statistics are made that would end that. */
const PLAN_EACH_TIME = { plan_cache_mode: "force_custom_plan" };

const behindPooler = new WeakSet<pg.ClientBase>();

export async function openClient(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(connection);
  client.on("error", () => {});
  try {
    await client.connect();
    await beginSession(client);
    return client;
  } catch (failure) {
    await client.end().catch(() => {});
    throw failure;
  }
}

export async function beginSession(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ pid: number; path: string }>(
    "select pg_backend_pid() as pid, current_setting('search_path') as path",
  );
  const [{ pid, path } = { pid: 0, path: "" }] = rows;
  // A pooler tells a process id of its own. What it does not hand on would be set for others, who use that server process next.
  if (pid !== (client as unknown as { processID: number }).processID) behindPooler.add(client);
  const settings = behindPooler.has(client)
    ? HANDED_ON
    : { ...RELIED_ON, ...PLAN_EACH_TIME, search_path: path === "" ? SCHEMA : `${SCHEMA}, ${path}` };
  await client.query("select set_config(name, value, false) from json_each_text($1) as setting (name, value)", [
    JSON.stringify(settings),
  ]);
}

/** A pooler hands statements of one connection to several server processes, which do not know their names. False before {@link beginSession}. */
export function isBehindPooler(client: pg.ClientBase): boolean {
  return behindPooler.has(client);
}

/** By which statements indexes agree again with the order of letters, if glibc or ICU has changed it below them; null where they do. */
export async function repairOfOrder(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ repair: string | null }>(`
    select format('reindex database %I; ', current_database()) || string_agg(format('alter %s refresh collation version', what), '; ') as repair from (
      select 'database ' || quote_ident(datname) as what from pg_database
      where datname = current_database() and datcollversion <> pg_database_collation_actual_version(oid)
      union all
      select 'collation ' || oid::regcollation from pg_collation
      where oid in (select attcollation from pg_attribute where attrelid in (select oid from pg_class where relnamespace = '${SCHEMA}'::regnamespace))
        and collversion <> pg_collation_actual_version(oid)
    ) as changed`);
  return rows[0]?.repair ?? null;
}

export async function notAsReliedOn(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select name, value from json_each_text($1) as setting (name, value) where current_setting(name) <> value
    union all select 'search_path', '${SCHEMA}' where current_schema() is distinct from '${SCHEMA}'`,
    [JSON.stringify(RELIED_ON)],
  );
  return rows.map(({ name, value }) => `${name} = '${value}'`);
}

interface Inside {
  stream: Socket;
  on(event: "errorMessage", listener: (error: { severity: string; message: string }) => void): void;
}

export function insideOf(client: pg.PoolClient): Inside {
  return (client as unknown as { connection: Inside }).connection;
}

export type Queries = NodePgDatabase;
export type Transaction = Parameters<Parameters<Queries["transaction"]>[0]>[0];

/** Milliseconds. */
export const LIMITS = { statement_timeout: 15_000, lock_timeout: 10_000, idle_in_transaction_session_timeout: 15_000 };
export const SILENCE = 25_000;

/** Without this a query on a connection whose other end has vanished waits for TCP to give up: a quarter of an hour. */
export function giveUpOnSilence(pool: pg.Pool, silence: number): void {
  pool.on("connect", (client) => {
    const { stream } = insideOf(client);
    stream.setTimeout(silence).on("timeout", () => stream.destroy());
  });
  pool.on("release", (_, client) => void insideOf(client).stream.setTimeout(silence));
}

export const SNAPSHOT = { isolationLevel: "repeatable read", accessMode: "read only" } as const;

/** For one transaction. TCP alone then watches whether the server lives (decision 0018). */
export async function takeYourTime(tx: Transaction): Promise<void> {
  await tx.execute(sql`set local statement_timeout = 0`);
  insideOf(clientOf(tx)).stream.setTimeout(0);
}

export function clientOf(tx: Transaction): pg.PoolClient {
  return (tx as unknown as { session: { client: pg.PoolClient } }).session.client;
}
