import type { SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Transaction } from "./open.ts";

/** The ids of rows, locked in their order as everybody locks them (decision 0016). */
export function lockedIds(tx: Transaction, table: PgTable & { id: PgColumn }, which: SQL | undefined) {
  return tx.select({ id: table.id }).from(table).where(which).orderBy(table.id).for("update");
}
