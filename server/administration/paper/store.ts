import { and, desc, eq, isNotNull, min, sql } from "drizzle-orm";
import { type CalendarDay, dayOfMoment } from "../../../petition/calendar.ts";
import { type Batch, type Figures, invalidOf, type PaperCount } from "../../../petition/paper.ts";
import type { Paper } from "../../../petition/transparency/entry.ts";
import type { Database, Transaction } from "../../platform/database/open.ts";
import { logQueue, paperBatches, shownTexts, signatureCount } from "../../platform/database/schema.ts";

export interface KnownBatch extends Batch {
  batch: number;
  receivedOn: CalendarDay;
  deliveredBy: string | null;
  /** The keys of the two counts that decided. */
  countedBy: string[];
}

type Reader = Pick<Database["db"], "select">;

/** One act on paper at a time, and none beside the end. Answers whether the petition has ended. */
export async function lockPaper(tx: Transaction): Promise<{ isEnded: boolean }> {
  const [row] = await tx
    .select({ endedAt: signatureCount.endedAt })
    .from(signatureCount)
    .where(eq(signatureCount.id, 1))
    .for("update");
  return { isEnded: row?.endedAt != null };
}

export async function readPaperCount(db: Reader): Promise<number> {
  const [row] = await db.select({ paper: signatureCount.paper }).from(signatureCount).where(eq(signatureCount.id, 1));
  return row?.paper ?? 0;
}

/** The latest first. */
export async function readBatches(db: Reader): Promise<KnownBatch[]> {
  return (await db.select().from(paperBatches).orderBy(desc(paperBatches.batch))).map(read);
}

/** Those whose deliverer has not been erased. */
export async function readBatchesOf(db: Reader, day: CalendarDay): Promise<KnownBatch[]> {
  const isOfDay = and(eq(paperBatches.receivedOn, day), isNotNull(paperBatches.deliveredBy));
  return (await db.select().from(paperBatches).where(isOfDay).orderBy(paperBatches.batch)).map(read);
}

export async function readBatch(db: Reader, batch: number): Promise<KnownBatch | null> {
  const [row] = await db.select().from(paperBatches).where(eq(paperBatches.batch, batch));
  return row ? read(row) : null;
}

/** The day on which the site was first started; null where it never was. */
export async function readBeginning(db: Reader): Promise<CalendarDay | null> {
  const [row] = await db.select({ first: min(shownTexts.firstSeen) }).from(shownTexts);
  return row?.first ? dayOfMoment(row.first) : null;
}

/** Answers the number of the new batch. */
export async function insertBatch(
  tx: Transaction,
  { receivedOn, deliveredBy, open }: { receivedOn: CalendarDay; deliveredBy: string; open: PaperCount[] },
): Promise<number> {
  const batch = sql`(select coalesce(max(batch), 0) + 1 from ${paperBatches})`;
  const values = { batch, receivedOn, deliveredBy, open: JSON.stringify(open) };
  const [row] = await tx.insert(paperBatches).values(values).returning({ batch: paperBatches.batch });
  return row?.batch ?? 0;
}

export async function writeOpen(tx: Transaction, batch: number, open: PaperCount[]): Promise<void> {
  await tx
    .update(paperBatches)
    .set({ open: JSON.stringify(open) })
    .where(eq(paperBatches.batch, batch));
}

/** Row, number and the line for the public log change together. `before`: what counted until now. Answers the number. */
export async function decide(
  tx: Transaction,
  { batch, figures: before }: Pick<KnownBatch, "batch" | "figures">,
  counts: PaperCount[],
  reason: Paper,
): Promise<number> {
  const [{ valid, invalid } = NOTHING] = counts;
  await tx
    .update(paperBatches)
    .set({
      ...{ valid, invalid: JSON.stringify(invalid), countedBy: counts.map(({ by }) => by).join(" ") },
      ...{ isWithdrawn: reason === "withdrawn", open: "[]", revision: sql`${paperBatches.revision} + 1` },
    })
    .where(eq(paperBatches.batch, batch));
  await tx.insert(logQueue).values({ kind: "paper", reason, batch, valid, invalid: invalidOf({ invalid }) });
  const [row] = await tx
    .update(signatureCount)
    .set({ paper: sql`${signatureCount.paper} + ${valid - (before?.valid ?? 0)}::bigint` })
    .where(eq(signatureCount.id, 1))
    .returning({ paper: signatureCount.paper });
  return row?.paper ?? 0;
}

const NOTHING: Figures = { valid: 0, invalid: { double: 0, unreadable: 0, unsigned: 0, other: 0 } };

type Written = Omit<PaperCount, "at"> & { at: string };

function read({ batch, receivedOn, deliveredBy, ...row }: typeof paperBatches.$inferSelect): KnownBatch {
  const { valid, invalid, isWithdrawn, countedBy, open } = row;
  return {
    ...{ batch, receivedOn, deliveredBy, isWithdrawn, countedBy: countedBy?.split(" ") ?? [] },
    figures: valid === null ? null : { valid, invalid: JSON.parse(invalid ?? "{}") as Figures["invalid"] },
    open: (JSON.parse(open) as Written[]).map((count) => ({ ...count, at: new Date(count.at) })),
  };
}
