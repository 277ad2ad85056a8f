import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { withinTime } from "./deadline.ts";
import { startEmbedded } from "./embedded.ts";
import { isRetryable } from "./failures.ts";
import { type Transact, transacting } from "./pipelined-transaction.ts";
import { type PoolPartition, partitionOf, retry, watchPool } from "./pool.ts";
import { copyRunning, sweepCopies } from "./running-copy.ts";
import type { Queries, Transaction } from "./session.ts";
import { beginSession, giveUpOnSilence, insideOf, LIMITS, SILENCE, takeYourTime } from "./session.ts";

/** Milliseconds. A connection that has been quiet for `keepAlive` is asked by TCP, then every second, whether its other end is there. */
const SERVER = { connect: 5_000, idle: 20_000, keepAlive: 10_000 };
const SERVER_CONNECTIONS = 10;
const FOR_BATCHES = 2;
const EMBEDDED_WAIT = 15_000;
const PROBE = 2_000;
const TIME_TO_END = 5_000;

export type { Transaction };

export interface Database {
  /** Inside `db.transaction(async (tx) => …)` only `tx` may be used: a query on `db` would wait for the one connection in vain (decision 0016). */
  db: Queries;
  transact: Transact;
  pool: pg.Pool;
  waiting(): number;
  kind: "embedded" | "server";
  connection: pg.ClientConfig;
  close(): Promise<void>;
  isReachable(): Promise<boolean>;
  /** Throws once `ending` is aborted. `rewrite`: what was erased leaves the embedded database's files, too (otherwise only tidied). */
  maintain(options?: { rewrite?: boolean; ending?: AbortSignal }): Promise<void>;
  /** Of the embedded database, while it is used: answers a data folder with its files, which the caller removes. Null for a server. */
  copyFiles: ((name: string) => Promise<string>) | null;
}

export interface DatabaseOptions {
  url?: string;
  dataFolder: string;
  /** The embedded database has ended by itself and will not come back: end the process. Called at most once. */
  onFailure?: (error: Error) => void;
  silence?: number;
}

export async function openDatabase({ url, dataFolder, onFailure, silence }: DatabaseOptions): Promise<Database> {
  const database = url === undefined ? await openEmbedded({ dataFolder, onFailure }) : openServer(url, silence);
  watchPool(database.pool);
  return database;
}

async function openEmbedded({ dataFolder, onFailure }: Omit<DatabaseOptions, "url">): Promise<Database> {
  const embedded = await startEmbedded({ dataFolder, onFailure });
  const connection = { host: embedded.socketFolder, user: "postgres", database: "postgres", ssl: false };
  const pool = new pg.Pool({
    ...connection,
    // All connections are one session: with two, their transactions and prepared statements would be each other's.
    max: 1,
    pipeline: true,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: EMBEDDED_WAIT,
    // A connection after a broken one inherits its session.
    onConnect: async (client) => {
      await client.query("discard all");
      await beginSession(client);
    },
  });
  pool.on("connect", (client) => {
    // PGlite goes on after a panic (failed fsync, full disk) with a session that is broken and perhaps not durable.
    insideOf(client).on("errorMessage", ({ severity, message }) => {
      if (severity === "PANIC" || severity === "FATAL")
        embedded.abandon(new Error(`The embedded database has failed: ${message}`));
    });
  });
  // A copy needs all that was written since it began: no checkpoint may tidy that away.
  const inTurn = makeTurns();
  const stopCheckpoints = startCheckpoints(pool, inTurn);
  await sweepCopies(dataFolder);
  return assemble(pool, {
    kind: "embedded",
    connection,
    maintain: ({ rewrite = true, ending } = {}) =>
      inTurn(async () => {
        await sweepCopies(dataFolder);
        await maintainEmbedded(pool, { rewrite, ending });
      }),
    copyFiles: (name) =>
      inTurn(async () => {
        await sweepCopies(dataFolder);
        return copyRunning(pool, { dataFolder, name });
      }),
    async close() {
      stopCheckpoints();
      await endPool(pool);
      await embedded.close();
    },
  });
}

function openServer(url: string, silence = SILENCE): Database {
  const connection = {
    connectionString: url,
    application_name: "petition",
    keepAlive: true,
    keepAliveInitialDelayMillis: SERVER.keepAlive,
  };
  const pool = new pg.Pool({
    ...connection,
    max: SERVER_CONNECTIONS,
    pipeline: true,
    onConnect: beginSession,
    connectionTimeoutMillis: SERVER.connect,
    idleTimeoutMillis: SERVER.idle,
    ...LIMITS,
  });
  giveUpOnSilence(pool, silence);
  return assemble(pool, {
    kind: "server",
    connection: { ...connection, connectionTimeoutMillis: SERVER.connect },
    maintain: ({ ending } = {}) => maintainServer(pool, repeating(partitionOf(pool, 1)), ending),
    copyFiles: null,
    close: () => endPool(pool),
  });
}

function assemble(pool: pg.Pool, rest: Omit<Database, "db" | "transact" | "pool" | "waiting" | "isReachable">): Database {
  // An idle connection that breaks is replaced by the next query; unheard, the event would end the process.
  pool.on("error", () => {});
  // The same for one that breaks in a transaction, between two of its statements: the pool listens to idle ones alone.
  pool.on("connect", (client) => void client.on("error", () => {}));
  // The embedded database has one: there the next batch waits for one who asks alone, however many wait.
  const alone = partitionOf(pool, Math.max(1, pool.options.max - FOR_BATCHES));
  const together = partitionOf(pool, FOR_BATCHES);
  return {
    db: repeating(alone),
    transact: transacting(together),
    pool,
    waiting: () => alone.waiting() + together.waiting() + pool.waitingCount,
    isReachable: probe(pool),
    ...rest,
  };
}

/** One act at a time, in the order in which they are asked for. */
export function makeTurns(): <Result>(act: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const acted = last.then(act, act);
    last = acted.catch(() => {});
    return acted;
  };
}

/** Drizzle never gives back a connection on which not even `begin` succeeded. */
function repeating(partition: PoolPartition): Queries {
  const db: Queries = drizzle({ client: partition as unknown as pg.Pool });
  const on = new WeakMap<pg.PoolClient, Queries>();
  db.transaction = (act, options) =>
    retry(async () => {
      const client = await partition.connect();
      const queries = on.get(client) ?? drizzle(client);
      on.set(client, queries);
      try {
        return await queries.transaction(act, options);
      } finally {
        client.release();
      }
    }, isRetryable);
  return db;
}

/** Askers share one question, so that health checks do not queue up before a database that is away. */
function probe(pool: pg.Pool): () => Promise<boolean> {
  let asked: Promise<boolean> | undefined;
  const ask = () =>
    pool.query("select 1").then(
      () => true,
      () => false,
    );
  return () => {
    asked ??= ask().finally(() => {
      asked = undefined;
    });
    return withinTime(asked, PROBE, () => false);
  };
}

async function endPool(pool: pg.Pool): Promise<void> {
  if (!pool.ended) await withinTime(pool.end(), TIME_TO_END, () => {});
}

const CHECKPOINT_EVERY = 15_000;
const LOG_TO_KEEP = 32 * 1024 * 1024;

function startCheckpoints(pool: pg.Pool, inTurn: (act: () => Promise<boolean>) => Promise<boolean>): () => void {
  const timer = setInterval(() => inTurn(() => checkpointIfDue(pool)).catch(() => {}), CHECKPOINT_EVERY).unref();
  return () => clearInterval(timer);
}

export async function checkpointIfDue(pool: pg.Pool, logToKeep = LOG_TO_KEEP): Promise<boolean> {
  const { rows } = await pool.query<{ log: string }>(
    "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) as log from pg_control_checkpoint()",
  );
  const isDue = Number(rows[0]?.log) > logToKeep;
  if (isDue) await pool.query("checkpoint");
  return isDue;
}

/** With `rewrite` nothing erased is left in any file: PostgreSQL's own vacuum only marks the space as free. */
async function maintainEmbedded(pool: pg.Pool, { rewrite, ending }: { rewrite: boolean; ending?: AbortSignal }): Promise<void> {
  await pool.query("vacuum (analyze)");
  if (rewrite) {
    // Of a table that has become empty the last statistics would stay for ever.
    await pool.query(
      "select pg_clear_attribute_stats(schemaname::text, tablename::text, attname::text, inherited) from pg_stats where schemaname = current_schema()",
    );
    for (const table of await ownTables(pool)) {
      ending?.throwIfAborted();
      await pool.query(`vacuum (full, analyze) ${table}`);
    }
    // Statistics quote frequent values and borders: names and addresses.
    await pool.query("vacuum (full) pg_catalog.pg_statistic");
    await pool.query("select pg_switch_wal()");
  }
  await pool.query("checkpoint");
}

async function maintainServer(pool: pg.Pool, db: Pick<Queries, "transaction">, ending?: AbortSignal): Promise<void> {
  for (const table of await ownTables(pool)) {
    ending?.throwIfAborted();
    await db.transaction(async (tx) => {
      await takeYourTime(tx);
      await tx.execute(sql.raw(`analyze ${table}`));
    });
  }
}

async function ownTables(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = current_schema() order by 1",
  );
  return rows.map(({ name }) => name);
}
