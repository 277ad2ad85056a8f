import { and, asc, desc, eq, gt, gte, isNull, lt, lte, ne, notExists, type SQL, sql } from "drizzle-orm";
import type { BreachNotice } from "../../../contract/administration/breach.ts";
import { dayAfter, startOfDay } from "../../../petition/calendar.ts";
import { DEFAULT_LANGUAGE } from "../../../petition/language.ts";
import { normalisedOf } from "../../platform/database/mailbox.ts";
import type { Database, Transaction } from "../../platform/database/open.ts";
import { breachNotices, outbox, pendingConfirmations, signatures } from "../../platform/database/schema.ts";
import type { NoticeTexts } from "../../platform/mail/emails.ts";

export type Notice = typeof breachNotices.$inferSelect;

export type Step = "unconfirmed" | "signatures";

export async function keepNotice(db: Database["db"], notice: typeof breachNotices.$inferInsert): Promise<void> {
  await db.insert(breachNotices).values(notice).onConflictDoNothing();
}

export async function findNotice(db: Pick<Database["db"], "select">, id: string): Promise<Notice | null> {
  const [notice] = await db.select().from(breachNotices).where(eq(breachNotices.id, id));
  return notice ?? null;
}

export async function lockNotice(tx: Transaction, id: string): Promise<Notice> {
  const [notice] = await tx.select().from(breachNotices).where(eq(breachNotices.id, id)).for("update");
  if (!notice) throw new Error("no such notice");
  return notice;
}

export async function noteProgress(tx: Transaction, id: string, to: Partial<Pick<Notice, "step" | "place" | "recipients">>) {
  await tx.update(breachNotices).set(to).where(eq(breachNotices.id, id));
}

/** Somebody who has confirmed in the meantime is told as a signer. */
function concerned(step: Step, { madeAt, signedFrom, signedTo }: Pick<Notice, "madeAt" | "signedFrom" | "signedTo">) {
  const table = step === "unconfirmed" ? pendingConfirmations : signatures;
  const from = signedFrom === null ? null : startOfDay(signedFrom);
  const before = signedTo === null ? null : startOfDay(dayAfter(signedTo));
  const where: SQL | undefined = and(
    lte(table.createdAt, madeAt),
    from ? gte(table.createdAt, from) : undefined,
    before ? lt(table.createdAt, before) : undefined,
    step === "unconfirmed" ? ne(pendingConfirmations.status, "confirmed") : undefined,
  );
  return { table, where };
}

export async function recipientsAfter(tx: Transaction, step: Step, notice: Notice, size: number) {
  const { table, where } = concerned(step, notice);
  const rows = await tx
    .select({ id: table.id, email: table.email, normalised: table.normalisedEmail })
    .from(table)
    .where(and(where, notice.place ? gt(table.id, notice.place) : undefined))
    .orderBy(asc(table.id))
    .limit(size);
  return rows.map((row) => ({ id: row.id, mailbox: normalisedOf(row) }));
}

export async function countConcerned(
  db: Database["db"],
  notice: Pick<Notice, "madeAt" | "signedFrom" | "signedTo">,
): Promise<{ signatures: number; unconfirmed: number }> {
  const counted = concerned("signatures", notice);
  const waiting = concerned("unconfirmed", notice);
  const mailbox = pendingConfirmations.normalisedEmail;
  const signed = db
    .select({ id: signatures.id })
    .from(signatures)
    .where(and(eq(signatures.normalisedEmail, mailbox), counted.where));
  const [unconfirmed] = await db
    .select({ count: sql<string>`count(distinct ${mailbox})` })
    .from(pendingConfirmations)
    .where(and(waiting.where, notExists(signed)));
  return {
    signatures: await db.$count(signatures, counted.where),
    unconfirmed: Number(unconfirmed?.count ?? 0),
  };
}

/** No e-mail of a notice leaves before all of it are in the outbox: until then a second one to a mailbox is still recognised. */
const NOT_YET = new Date("2999-01-01T00:00:00Z");

/** `entries`: by an id made of mailbox and notice, who it is about. If that person confirms between the two steps, it becomes the signature. */
export async function putEntries(tx: Transaction, { id, madeAt }: Notice, entries: Map<string, string>): Promise<void> {
  if (entries.size === 0) return;
  const common = { kind: "breach-email", payload: id, nextAttemptAt: NOT_YET, createdAt: madeAt } as const;
  await tx
    .insert(outbox)
    .values(Array.from(entries, ([id, subjectId]) => ({ ...common, id, subjectId })))
    .onConflictDoUpdate({ target: outbox.id, set: { subjectId: sql`excluded.subject_id` } });
}

export async function releaseEntries(tx: Transaction, { id }: Notice, size: number, now: Date): Promise<number> {
  const next = sql`(select ${outbox.id} from ${outbox} where ${and(ofNotice(id), eq(outbox.nextAttemptAt, NOT_YET))} limit ${size})`;
  const { rowCount } = await tx.execute(
    sql`update ${outbox} set next_attempt_at = ${now.toISOString()}::timestamptz where ${outbox.id} in ${next}`,
  );
  return rowCount ?? 0;
}

/** Otherwise the planner reads through all of these for a visitor's e-mail; the embedded database analyzes at night alone. */
export async function learnNumbers(db: Database["db"]): Promise<void> {
  await db.execute(sql`analyze ${outbox}`);
}

export async function readNotices(db: Database["db"], id?: string): Promise<BreachNotice[]> {
  const notices = await db
    .select()
    .from(breachNotices)
    .where(id ? eq(breachNotices.id, id) : undefined)
    .orderBy(desc(breachNotices.madeAt));
  const unsent = async (notice: string, hasFailed: boolean) =>
    db.$count(outbox, and(ofNotice(notice), hasFailed ? sql`failed_at is not null` : isNull(outbox.failedAt)));
  return Promise.all(
    notices.map(async (notice) => shown(notice, await unsent(notice.id, false), await unsent(notice.id, true))),
  );
}

function shown({ texts, ...notice }: Notice, waiting: number, failed: number): BreachNotice {
  const { id, madeAt, signedFrom: from, signedTo: to, recipients, sent, step } = notice;
  const { subject } = (JSON.parse(texts) as NoticeTexts)[DEFAULT_LANGUAGE];
  return {
    ...{ id, madeAt: madeAt.toISOString(), subject, signed: { from, to } },
    ...{ recipients, sent, waiting, failed, isComplete: step === "told" },
  };
}

function ofNotice(id: string): SQL | undefined {
  return and(eq(outbox.kind, "breach-email"), eq(outbox.payload, id));
}
