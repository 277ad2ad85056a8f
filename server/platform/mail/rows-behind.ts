/** Rows that e-mails are about, read for many at once just before sending: nobody is written to who was erased. */
import { eq, inArray, sql } from "drizzle-orm";
import { type BatcherOptions, makeBatcher } from "../database/batcher.ts";
import { breachNotices, outbox, pendingConfirmations, signatures } from "../database/schema.ts";
import { type Job, WORKERS_WAIT, type Writer } from "../jobs/outbox.ts";
import type { NoticeTexts } from "./breach-email.ts";

export const AT_ONE_MOMENT: BatcherOptions = {
  ...{ most: 100, abreast: 2, pause: 1, pauseInCrowd: 20 },
  ...WORKERS_WAIT,
};

const { id, token, email, normalisedEmail, visibility, expiresAt, status, locale } = pendingConfirmations;
const OF_PENDING = { id, token, email, normalisedEmail, visibility, expiresAt, status, locale };
const OF_SIGNATURE = { email: signatures.email, locale: signatures.locale, quarantinedAt: signatures.quarantinedAt };

export type PendingBehind = Pick<typeof pendingConfirmations.$inferSelect, keyof typeof OF_PENDING>;
type SignatureBehind = Pick<typeof signatures.$inferSelect, keyof typeof OF_SIGNATURE>;

export interface Behind {
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
