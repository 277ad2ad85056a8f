import { and, asc, eq, inArray, isNotNull, ne, sql } from "drizzle-orm";
import { forgetLines } from "../audit/audit.ts";
import type { Clock } from "../clock.ts";
import { idsOfMailbox } from "../database/mailbox.ts";
import type { Database, Transaction } from "../database/open.ts";
import { pendingConfirmations, signatureLinks, signatures, suppressions } from "../database/schema.ts";
import { forget } from "../outbox/outbox.ts";
import { deleteDue } from "../tasks/delete-due.ts";
import type { Work } from "../tasks/in-batches.ts";

export type Pending = typeof pendingConfirmations.$inferSelect;

export async function isLinkOfSignature(tx: Transaction, tokenHash: string): Promise<boolean> {
  const rows = await tx
    .select({ id: signatureLinks.signatureId })
    .from(signatureLinks)
    .where(eq(signatureLinks.tokenHash, tokenHash));
  return rows.length > 0;
}

export async function isLinkInQuarantine(tx: Transaction, tokenHash: string): Promise<boolean> {
  const rows = await tx
    .select({ id: signatures.id })
    .from(signatureLinks)
    .innerJoin(signatures, eq(signatures.id, signatureLinks.signatureId))
    .where(and(eq(signatureLinks.tokenHash, tokenHash), isNotNull(signatures.quarantinedAt)));
  return rows.length > 0;
}

export async function pendingOfLink(tx: Transaction, tokenHash: string): Promise<Pending | null> {
  const [row] = await tx.select().from(pendingConfirmations).where(eq(pendingConfirmations.token, tokenHash));
  return row ?? null;
}

export async function lockSiblings(tx: Transaction, tokenHash: string): Promise<Pending[]> {
  const address = tx
    .select({ normalised: pendingConfirmations.normalisedEmail })
    .from(pendingConfirmations)
    .where(eq(pendingConfirmations.token, tokenHash));
  return tx
    .select()
    .from(pendingConfirmations)
    .where(eq(pendingConfirmations.normalisedEmail, sql`(${address})`))
    .orderBy(asc(pendingConfirmations.id))
    .for("update");
}

export async function signatureOfAddress(tx: Transaction, normalisedEmail: string): Promise<string | null> {
  const [id = null] = await idsOfMailbox(tx, normalisedEmail);
  return id;
}

export type NewSignature = typeof signatures.$inferInsert & { id: string; confirmedAt: Date; locale: string };

/** False if the address has a signature already: the table allows one. */
export async function keepSignature(tx: Transaction, signature: NewSignature): Promise<boolean> {
  const kept = await tx.insert(signatures).values(signature).onConflictDoNothing().returning({ id: signatures.id });
  return kept.length > 0;
}

/** From now on these links answer "already confirmed", for ever. */
export async function settleLinks(tx: Transaction, signatureId: string, siblings: Pending[]): Promise<void> {
  if (siblings.length === 0) return;
  await tx
    .insert(signatureLinks)
    .values(siblings.map(({ token }) => ({ tokenHash: token, signatureId })))
    .onConflictDoNothing();
  const ids = siblings.map(({ id }) => id);
  await tx.update(pendingConfirmations).set({ status: "confirmed" }).where(inArray(pendingConfirmations.id, ids));
}

export async function findPending(tx: Transaction, id: string): Promise<Pending | null> {
  const [row] = await tx.select().from(pendingConfirmations).where(eq(pendingConfirmations.id, id));
  return row ?? null;
}

export async function deleteWaiting(tx: Transaction, normalisedEmail: string): Promise<number> {
  const locked = tx
    .select({ id: pendingConfirmations.id })
    .from(pendingConfirmations)
    .where(and(eq(pendingConfirmations.normalisedEmail, normalisedEmail), ne(pendingConfirmations.status, "confirmed")))
    .orderBy(asc(pendingConfirmations.id))
    .for("update");
  const deleted = await tx
    .delete(pendingConfirmations)
    .where(inArray(pendingConfirmations.id, locked))
    .returning({ id: pendingConfirmations.id });
  const ids = deleted.map(({ id }) => id);
  await forget(tx, ids);
  await forgetLines(tx, ids);
  return ids.length;
}

const BY_OWNER = "owner";

export async function suppressEmail(tx: Transaction, emailHash: string, until: Date): Promise<void> {
  await tx
    .insert(suppressions)
    .values({ emailHash, until, reason: BY_OWNER })
    .onConflictDoUpdate({ target: suppressions.emailHash, set: { until }, setWhere: eq(suppressions.reason, BY_OWNER) });
}

export async function isSuppressedByOwner(tx: Transaction, emailHash: string, now: Date): Promise<boolean> {
  const [row] = await tx
    .select({ until: suppressions.until })
    .from(suppressions)
    .where(and(eq(suppressions.emailHash, emailHash), eq(suppressions.reason, BY_OWNER)));
  return row !== undefined && row.until > now;
}

export async function liftSuppression(tx: Transaction, emailHash: string): Promise<void> {
  await tx.delete(suppressions).where(and(eq(suppressions.emailHash, emailHash), eq(suppressions.reason, BY_OWNER)));
}

export function purgeExpired(db: Database["db"], clock: Clock, work: Work): Promise<number> {
  const { expiresAt, id } = pendingConfirmations;
  const due = { table: pendingConfirmations, time: expiresAt, key: id, until: clock.now() };
  return deleteDue(db, work, due, async (tx, ids) => {
    await forget(tx, ids);
    await forgetLines(tx, ids);
  });
}
