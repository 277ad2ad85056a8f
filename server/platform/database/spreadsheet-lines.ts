import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { sha256 } from "../crypto/crypto.ts";
import type { Database, Transaction } from "./open.ts";
import { spreadsheetRows } from "./schema.ts";

/** Of the id's hash: what remains of an erased signature leads to its row, too. Only the database knows the key (decision 0011). */
export function rowKeyOf(idHash: SQL | PgColumn): SQL<string> {
  return sql<string>`spreadsheet_row_key(${idHash})`;
}

export function lines(db: Pick<Database["db"], "select">, condition?: SQL) {
  return db
    .select({ key: spreadsheetRows.key })
    .from(spreadsheetRows)
    .where(condition)
    .orderBy(spreadsheetRows.key)
    .for("update");
}

/** For signatures that the caller has locked and is about to change: the trigger takes their lines one by one, in no order. */
export async function lockLines(tx: Transaction, signatureIds: string[]): Promise<void> {
  const hashes = sql.param(signatureIds.map(sha256));
  await lines(tx, sql`${spreadsheetRows.key} in (select ${rowKeyOf(sql`hash`)} from unnest(${hashes}::text[]) hash)`);
}
