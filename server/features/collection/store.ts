import { eq } from "drizzle-orm";
import type { CollectionState, NoticeTexts } from "../../../petition/collection.ts";
import type { Database, Transaction } from "../../platform/database/open.ts";
import { collection } from "../../platform/database/schema.ts";

const OPEN: CollectionState = { status: "open", since: null, day: null, texts: {} };

export async function readCollection(db: Database["db"]): Promise<CollectionState> {
  const [row] = await db.select().from(collection).where(eq(collection.id, 1));
  return row ? read(row) : OPEN;
}

export async function lockCollection(tx: Transaction, now: Date): Promise<CollectionState> {
  const made = await tx
    .insert(collection)
    .values({ status: "open", since: now })
    .onConflictDoNothing()
    .returning({ id: collection.id });
  if (made.length > 0) return OPEN;
  const [row] = await tx.select().from(collection).where(eq(collection.id, 1)).for("update");
  return row ? read(row) : OPEN;
}

export async function writeCollection(tx: Transaction, { status, day, texts, since }: CollectionState & { since: Date }) {
  await tx
    .update(collection)
    .set({ status, since, day, texts: JSON.stringify(texts) })
    .where(eq(collection.id, 1));
}

function read({ status, since, day, texts }: typeof collection.$inferSelect): CollectionState {
  return { status, since, day, texts: JSON.parse(texts) as NoticeTexts };
}
