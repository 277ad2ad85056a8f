import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database, Transaction } from "../database/open.ts";
import { type Batch, inBatches, type Work } from "./in-batches.ts";

export interface Due {
  table: PgTable;
  /** To the millisecond; with an index that begins with it. */
  time: PgColumn;
  key: PgColumn;
  until: Date;
  only?: SQL;
}

export interface RowPosition {
  at: string;
  key: string;
}

/** `before` gets the keys of each batch, in the transaction that deletes them. */
export function deleteDue(
  db: Database["db"],
  work: Work,
  due: Due,
  before: (tx: Transaction, keys: string[]) => Promise<unknown> = async () => {},
): Promise<number> {
  return inBatches<RowPosition>(work, (after, size) =>
    db.transaction(async (tx) => {
      const { keys, next } = await lockDue(tx, due, after, size);
      if (keys.length > 0) {
        await before(tx, keys);
        await tx.execute(sql`delete from ${due.table} where ${due.key} = any(${sql.param(keys)}::${typeOf(due.key)}[])`);
      }
      return { done: keys.length, next };
    }),
  );
}

/** Rows later than `from` were written by a clock that was ahead, and would never fall due. */
export function deleteAhead(
  db: Database["db"],
  work: Work,
  { table, time, key, from }: Pick<Due, "table" | "time" | "key"> & { from: Date },
): Promise<number> {
  return changeInBatches(
    db,
    work,
    (size) => sql`
      delete from ${table} where ${key} in (
        select ${key} from ${table} where ${time} > ${from.toISOString()}::timestamptz limit ${size} for update skip locked
      )`,
  );
}

/** `statement` deletes or changes at most `size` rows, each once, and skips locked ones. Returns how many. */
export function changeInBatches(db: Database["db"], work: Work, statement: (size: number) => SQL): Promise<number> {
  return inBatches<true>(work, async (_after, size) => {
    const { rowCount } = await db.execute(statement(size));
    const done = rowCount ?? 0;
    return { done, next: done < size ? null : true };
  });
}

/** Locked in the order of keys; a row that another transaction has is left to the next run. */
export async function lockDue(
  tx: Transaction,
  { table, time, key, until, only = sql`true` }: Due,
  after: RowPosition | null,
  size: number,
  lock = sql`update`,
): Promise<{ keys: string[] } & Pick<Batch<RowPosition>, "next">> {
  const isDue = sql`${time} <= ${until.toISOString()}::timestamptz and ${only}`;
  const later = after ? sql`and (${time}, ${key}) > (${after.at}::timestamptz, ${after.key}::${typeOf(key)})` : sql``;
  const { rows } = await tx.execute<{ key: string; at: string }>(sql`
    select ${key}::text as key, to_json(${time}) #>> '{}' as at
    from ${table} where ${isDue} ${later} order by ${time}, ${key} limit ${size}`);
  const last = rows.at(-1);
  if (!last) return { keys: [], next: null };
  const found = rows.map((row) => row.key);
  const locked = await tx.execute<{ key: string }>(sql`
    select ${key}::text as key from ${table}
    where ${key} = any(${sql.param(found)}::${typeOf(key)}[]) and ${isDue}
    order by ${key} for ${lock} skip locked`);
  return { keys: locked.rows.map((row) => row.key), next: rows.length < size ? null : { at: last.at, key: last.key } };
}

/** Without the collation: a comparison takes it from the column. */
export function typeOf(column: PgColumn): SQL {
  return sql.raw(column.getSQLType().replace(/ collate .*/, ""));
}
