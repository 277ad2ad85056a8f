/** The same work whatever is known of an address: the time of an answer says nothing (decision 0016). */
import { sql } from "drizzle-orm";
import type { Transaction } from "./open.ts";

export async function runOrRollBack(tx: Transaction, isReal: boolean, act: () => Promise<unknown>): Promise<void> {
  await tx.execute(sql`savepoint attempt`);
  await act();
  const isOver = sql`release savepoint attempt`;
  await tx.execute(isReal ? isOver : sql`rollback to savepoint attempt; ${isOver}`);
}
