/** Tells all whose data we hold of a breach: each once, even if it is interrupted or repeated. */

import { and, asc, desc, eq, gt, gte, isNull, lt, lte, ne, notExists, type SQL, sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import {
  type BreachAnswer,
  type BreachNotice,
  type BreachRequest,
  breachRequest,
} from "../../../contract/administration/commands.ts";
import { dayAfter, startOfDay } from "../../../petition/calendar.ts";
import { DEFAULT_LANGUAGE } from "../../../petition/language.ts";
import type { Context } from "../../context.ts";
import { idOfLine, noteAct } from "../../ledger/audit/audit.ts";
import { uuidFrom } from "../../platform/crypto/crypto.ts";
import { normalisedOf } from "../../platform/database/mailbox.ts";
import type { Database, Transaction } from "../../platform/database/open.ts";
import { breachNotices, outbox, pendingConfirmations, signatures } from "../../platform/database/schema.ts";
import { type Batch, inBatches } from "../../platform/jobs/in-batches.ts";
import type { NoticeTexts } from "../../platform/mail/emails.ts";
import { type Answering, inOneCall } from "../answering.ts";

/** Seven texts are longer than what other calls bring. */
const BODY_LIMIT = 1024 * 1024;

export function breachRoutes(app: FastifyInstance, tools: TellTools, { fromHereAlone, badRequest }: Answering): void {
  app.get("/breach", () => readNotices(tools.db));

  const options = { bodyLimit: BODY_LIMIT, preHandler: fromHereAlone("administration.answer.breachNotFromHere") };
  app.post("/breach", options, async (request, reply) => {
    const asked = breachRequest.safeParse(request.body ?? {});
    return asked.success ? tell(tools, asked.data) : badRequest(request, reply);
  });
}

type TellTools = Pick<Context, "db" | "clock" | "crypto" | "wake">;

async function tell(tools: TellTools, { texts, signed, isDry }: BreachRequest): Promise<BreachAnswer> {
  const { db, clock } = tools;
  const id = idOfLine(`breach ${JSON.stringify([texts, signed])}`);
  const range = { madeAt: clock.now(), signedFrom: signed.from, signedTo: signed.to };
  if (isDry) {
    const known = await findNotice(db, id);
    return { outcome: "dry", ...(await countConcerned(db, range)), wasTold: known?.step === "told" };
  }
  await db
    .insert(breachNotices)
    .values({ id, ...range, texts: JSON.stringify(texts) })
    .onConflictDoNothing();
  const put = await inOneCall((work) =>
    inBatches<true>(work, (_after, size) => db.transaction((tx) => goOn(tools, tx, id, size))),
  );
  // Otherwise the planner reads through all of these for a visitor's e-mail; the embedded database analyzes at night alone.
  await db.execute(sql`analyze ${outbox}`);
  const kept = await findNotice(db, id);
  // Counting what is left of millions takes longer than a call's share of putting them there.
  const [notice] = kept?.step === "told" ? await readNotices(db, id) : [];
  if (!notice) return { outcome: "putting", put };
  tools.wake();
  return { outcome: "told", notice };
}

const NEXT = { unconfirmed: "signatures", signatures: "release" } as const;

async function goOn(tools: TellTools, tx: Transaction, id: string, size: number): Promise<Batch<true>> {
  const notice = await lockNotice(tx, id);
  const { step } = notice;
  if (step === "told") return { done: 0, next: null };
  if (step === "release") return { done: 0, next: (await releaseNext(tools, tx, notice, size)) ? null : true };
  return { done: await putNext(tools, tx, notice, step, size), next: true };
}

async function putNext({ crypto }: TellTools, tx: Transaction, notice: Notice, step: Step, size: number): Promise<number> {
  const recipients = await recipientsAfter(tx, step, notice, size);
  // Of several that wait for one mailbox, one is told.
  const entryOf = (mailbox: string) => uuidFrom(crypto.mac("breach-notice", `${notice.id} ${mailbox}`));
  const entries = new Map(recipients.map(({ id, mailbox }) => [entryOf(mailbox), id]));
  await putEntries(tx, notice, entries);
  const isLast = recipients.length < size;
  await noteProgress(tx, notice.id, isLast ? { step: NEXT[step], place: null } : { place: recipients.at(-1)?.id });
  return recipients.length;
}

async function releaseNext({ clock }: TellTools, tx: Transaction, notice: Notice, size: number): Promise<boolean> {
  const released = await releaseEntries(tx, notice, size, clock.now());
  const recipients = notice.recipients + released;
  const isLast = released < size;
  await noteProgress(tx, notice.id, isLast ? { recipients, step: "told" } : { recipients });
  if (isLast) await noteAct(tx, clock, ["mail", "breach-told"], { emails: recipients });
  return isLast;
}

type Notice = typeof breachNotices.$inferSelect;

type Step = "unconfirmed" | "signatures";

async function findNotice(db: Pick<Database["db"], "select">, id: string): Promise<Notice | null> {
  const [notice] = await db.select().from(breachNotices).where(eq(breachNotices.id, id));
  return notice ?? null;
}

async function lockNotice(tx: Transaction, id: string): Promise<Notice> {
  const [notice] = await tx.select().from(breachNotices).where(eq(breachNotices.id, id)).for("update");
  if (!notice) throw new Error("no such notice");
  return notice;
}

async function noteProgress(tx: Transaction, id: string, to: Partial<Pick<Notice, "step" | "place" | "recipients">>) {
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

async function recipientsAfter(tx: Transaction, step: Step, notice: Notice, size: number) {
  const { table, where } = concerned(step, notice);
  const rows = await tx
    .select({ id: table.id, email: table.email, normalised: table.normalisedEmail })
    .from(table)
    .where(and(where, notice.place ? gt(table.id, notice.place) : undefined))
    .orderBy(asc(table.id))
    .limit(size);
  return rows.map((row) => ({ id: row.id, mailbox: normalisedOf(row) }));
}

async function countConcerned(
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
async function putEntries(tx: Transaction, { id, madeAt }: Notice, entries: Map<string, string>): Promise<void> {
  if (entries.size === 0) return;
  const common = { kind: "breach-email", payload: id, nextAttemptAt: NOT_YET, createdAt: madeAt } as const;
  await tx
    .insert(outbox)
    .values(Array.from(entries, ([id, subjectId]) => ({ ...common, id, subjectId })))
    .onConflictDoUpdate({ target: outbox.id, set: { subjectId: sql`excluded.subject_id` } });
}

async function releaseEntries(tx: Transaction, { id }: Notice, size: number, now: Date): Promise<number> {
  const next = sql`(select ${outbox.id} from ${outbox} where ${and(ofNotice(id), eq(outbox.nextAttemptAt, NOT_YET))} limit ${size})`;
  const { rowCount } = await tx.execute(
    sql`update ${outbox} set next_attempt_at = ${now.toISOString()}::timestamptz where ${outbox.id} in ${next}`,
  );
  return rowCount ?? 0;
}

async function readNotices(db: Database["db"], id?: string): Promise<BreachNotice[]> {
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
