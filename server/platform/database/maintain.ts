import { sql } from "drizzle-orm";
import type pg from "pg";
import type { Queries } from "./queries.ts";
import { takeYourTime } from "./time-limits.ts";

const CHECKPOINT_EVERY = 15_000;
const LOG_TO_KEEP = 32 * 1024 * 1024;

export function startCheckpoints(pool: pg.Pool, inTurn: (act: () => Promise<boolean>) => Promise<boolean>): () => void {
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
export async function maintainEmbedded(
  pool: pg.Pool,
  { rewrite, ending }: { rewrite: boolean; ending?: AbortSignal },
): Promise<void> {
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

export async function maintainServer(pool: pg.Pool, db: Pick<Queries, "transaction">, ending?: AbortSignal): Promise<void> {
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
