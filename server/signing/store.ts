import { and, desc, eq, gt, inArray } from "drizzle-orm";
import { idsOfMailbox } from "../database/mailbox.ts";
import type { Transaction } from "../database/open.ts";
import { pendingConfirmations, suspicions, UNCONFIRMED_STATUSES } from "../database/schema.ts";

export async function signatureOf(tx: Transaction, normalisedEmail: string): Promise<string | null> {
  const [id = null] = await idsOfMailbox(tx, normalisedEmail);
  return id;
}

export type NewPending = typeof pendingConfirmations.$inferInsert;

export async function keepPending(tx: Transaction, pending: NewPending): Promise<void> {
  await tx.insert(pendingConfirmations).values(pending);
}

export async function latestPending(tx: Transaction, normalisedEmail: string, now: Date): Promise<{ id: string } | null> {
  const [row] = await tx
    .select({ id: pendingConfirmations.id })
    .from(pendingConfirmations)
    .where(
      and(
        eq(pendingConfirmations.normalisedEmail, normalisedEmail),
        gt(pendingConfirmations.expiresAt, now),
        inArray(pendingConfirmations.status, UNCONFIRMED_STATUSES),
      ),
    )
    .orderBy(desc(pendingConfirmations.createdAt))
    .limit(1);
  return row ?? null;
}

export async function markUnsent(tx: Transaction, id: string): Promise<void> {
  await tx.update(pendingConfirmations).set({ status: "pending", emailRetryCount: 0 }).where(eq(pendingConfirmations.id, id));
}

export async function noteSuspicion(tx: Transaction, kind: string, sourceKey: string, at: Date): Promise<void> {
  await tx.insert(suspicions).values({ kind, sourceKey, at });
}
