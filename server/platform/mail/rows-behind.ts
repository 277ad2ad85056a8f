/** Rows that e-mails are about, read for many at once just before sending: nobody is written to who was erased. */
import { eq, inArray, sql } from "drizzle-orm";
import { type BatcherOptions, makeBatcher } from "../database/batcher.ts";
import { breachNotices, outbox, pendingConfirmations, signatures, UNCONFIRMED_STATUSES } from "../database/schema.ts";
import { type Also, also, type Job, WORKERS_WAIT, type Writer } from "../jobs/outbox.ts";
import type { NoticeTexts } from "./emails.ts";

export const AT_ONE_MOMENT: BatcherOptions = {
  ...{ most: 100, abreast: 2, pause: 1, pauseInCrowd: 20 },
  ...WORKERS_WAIT,
};

const { id, token, email, normalisedEmail, visibility, expiresAt, status, locale } = pendingConfirmations;
const OF_PENDING = { id, token, email, normalisedEmail, visibility, expiresAt, status, locale };
const OF_SIGNATURE = { email: signatures.email, locale: signatures.locale, quarantinedAt: signatures.quarantinedAt };

export type PendingBehind = Pick<typeof pendingConfirmations.$inferSelect, keyof typeof OF_PENDING>;
type SignatureBehind = Pick<typeof signatures.$inferSelect, keyof typeof OF_SIGNATURE>;

interface Behind {
  pending: PendingBehind | null;
  signature: SignatureBehind | null;
}

const NOTHING: Behind = { pending: null, signature: null };

/** Both are looked for, whatever the kind: the work must not tell who has signed. */
export function readingBehind(db: Writer): (job: Job) => Promise<Behind> {
  return makeBatcher(async (jobs: Job[]) => {
    const found = await db
      .select({ entry: outbox.id, pending: OF_PENDING, signature: OF_SIGNATURE })
      .from(outbox)
      .leftJoin(pendingConfirmations, eq(pendingConfirmations.id, outbox.subjectId))
      .leftJoin(signatures, eq(signatures.id, outbox.subjectId))
      .where(sql`${outbox.id} = any(${sql.param(jobs.map((job) => job.id))}::uuid[])`);
    const behind = new Map(found.map((row) => [row.entry, row]));
    return jobs.map((job): Behind => behind.get(job.id) ?? NOTHING);
  }, AT_ONE_MOMENT).join;
}

export function readingNotice(db: Writer): (id: string) => Promise<NoticeTexts | null> {
  return makeBatcher(async (ids: string[]) => {
    const { id: notice, texts } = breachNotices;
    const found = await db
      .select({ notice, texts })
      .from(breachNotices)
      .where(inArray(notice, [...new Set(ids)]));
    const said = new Map(found.map((row) => [row.notice, JSON.parse(row.texts) as NoticeTexts]));
    return ids.map((one) => said.get(one) ?? null);
  }, AT_ONE_MOMENT).join;
}

interface Noted {
  id: string;
  became: "sent" | "deferred" | "given-up";
  at: Date | null;
}

/** A signature has no such row; it is looked for all the same: equal work. */
export function noteBecame(id: string, became: Noted["became"], at: Noted["at"] = null): Also {
  return also(notePending, { id, became, at });
}

export function noteTold(notice: string): Also {
  return also(countTold, notice);
}

/** What was confirmed meanwhile stays so. Rows that another transaction has locked are skipped: all e-mails would wait. */
async function notePending(tx: Writer, noted: Noted[]): Promise<void> {
  // Of two e-mails about one row, one that was sent counts.
  const last = new Map(
    noted.toSorted((one, other) => Number(one.became === "sent") - Number(other.became === "sent")).map((one) => [one.id, one]),
  );
  await tx.execute(sql`
    with unconfirmed as (
      select pending_confirmations.id, became, at from pending_confirmations
      join json_to_recordset(${JSON.stringify([...last.values()])}) as given(id uuid, became text, at timestamptz) using (id)
      where status = any(${sql.param(UNCONFIRMED_STATUSES)})
      order by pending_confirmations.id for update of pending_confirmations skip locked)
    update pending_confirmations set
      status = case became when 'sent' then 'sent' when 'given-up' then 'failed' else status end,
      email_sent_at = coalesce(at, email_sent_at),
      email_retry_count = email_retry_count + (became = 'deferred')::int
    from unconfirmed where pending_confirmations.id = unconfirmed.id`);
}

async function countTold(tx: Writer, notices: string[]): Promise<void> {
  for (const notice of [...new Set(notices)].sort()) {
    const told = notices.filter((one) => one === notice).length;
    await tx
      .update(breachNotices)
      .set({ sent: sql`${breachNotices.sent} + ${told}` })
      .where(eq(breachNotices.id, notice));
  }
}
