/** A process that runs and has a copy knows that the database is the one it has always seen; one that has none asks for its word. */
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/open.ts";
import { logInquiries } from "../../platform/database/schema.ts";

/** Answers its id. What nobody asks any more goes. */
export async function ask(db: Database["db"], id: string, clock: Clock): Promise<string> {
  await db
    .delete(logInquiries)
    .where(sql`${logInquiries.askedAt} < ${clock.now().toISOString()}::timestamptz - interval '1 day'`);
  await db.insert(logInquiries).values({ id, askedAt: clock.now() });
  return id;
}

export async function isVouchedFor(db: Database["db"], id: string): Promise<boolean> {
  const rows = await db
    .select({ id: logInquiries.id })
    .from(logInquiries)
    .where(and(eq(logInquiries.id, id), isNotNull(logInquiries.vouchedAt)));
  return rows.length > 0;
}

export async function vouchForAll(db: Database["db"], clock: Clock): Promise<void> {
  await db.update(logInquiries).set({ vouchedAt: clock.now() }).where(isNull(logInquiries.vouchedAt));
}
