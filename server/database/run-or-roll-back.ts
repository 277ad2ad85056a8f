/** The same work whatever is known of an address, so that the time of an answer tells nothing (decision 0016). */
import { sql } from "drizzle-orm";
import type { Transaction } from "./open.ts";

/** Does it or, where it is not `real`, does it all the same and takes it back; locks that it took go with it. */
export async function runOrRollBack(tx: Transaction, isReal: boolean, act: () => Promise<unknown>): Promise<void> {
  await tx.execute(sql`savepoint attempt`);
  await act();
  const isOver = sql`release savepoint attempt`;
  await tx.execute(isReal ? isOver : sql`rollback to savepoint attempt; ${isOver}`);
}
