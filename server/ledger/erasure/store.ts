import { and, eq, inArray } from "drizzle-orm";
import { sha256 } from "../../platform/crypto/crypto.ts";
import { normalisedOf } from "../../platform/database/mailbox.ts";
import type { Transaction } from "../../platform/database/open.ts";
import { erasedSignatures, outbox, pendingConfirmations, signatures } from "../../platform/database/schema.ts";
import { NOBODY } from "../../platform/mail/decoy.ts";
import type { PendingRow, SignatureRow } from "./record.ts";

export async function mailboxOf(tx: Transaction, id: string): Promise<string | null> {
  const [row] = await tx
    .select({ email: signatures.email, normalised: signatures.normalisedEmail })
    .from(signatures)
    .where(eq(signatures.id, id));
  return row ? normalisedOf(row) : null;
}

export async function pendingIdsOf(tx: Transaction, normalisedEmail: string): Promise<string[]> {
  const rows = await tx
    .select({ id: pendingConfirmations.id })
    .from(pendingConfirmations)
    .where(eq(pendingConfirmations.normalisedEmail, normalisedEmail));
  return rows.map(({ id }) => id);
}

export async function deleteConsequences(tx: Transaction, ids: string[]): Promise<void> {
  const locked = tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(inArray(outbox.subjectId, orNobody(ids)))
    .orderBy(outbox.id)
    .for("update");
  await tx.delete(outbox).where(inArray(outbox.id, locked));
}

export async function deletePendings(tx: Transaction, normalisedEmail: string): Promise<PendingRow[]> {
  const locked = await tx
    .select()
    .from(pendingConfirmations)
    .where(eq(pendingConfirmations.normalisedEmail, normalisedEmail))
    .orderBy(pendingConfirmations.id)
    .for("update");
  await tx.delete(pendingConfirmations).where(inArray(pendingConfirmations.id, orNobody(locked.map(({ id }) => id))));
  return locked;
}

/** Answers what was there, the one that the mailbox counts by first. */
export async function deleteSignatures(tx: Transaction, ids: string[]): Promise<SignatureRow[]> {
  const locked = tx
    .select({ id: signatures.id })
    .from(signatures)
    .where(inArray(signatures.id, orNobody(ids)))
    .orderBy(signatures.id)
    .for("update");
  const deleted = await tx.delete(signatures).where(inArray(signatures.id, locked)).returning();
  return deleted.sort((one, other) => Number(one.normalisedEmail === null) - Number(other.normalisedEmail === null));
}

export interface Tombstone {
  idHash: string;
  erasedOn: string;
  restorations: number;
}

export function tombstoneOf({ id, restorations }: Pick<SignatureRow, "id" | "restorations">, erasedOn: string): Tombstone {
  return { idHash: sha256(id), erasedOn, restorations };
}

export async function keepTombstone(tx: Transaction, tombstone: Tombstone): Promise<void> {
  await tx.insert(erasedSignatures).values(tombstone).onConflictDoUpdate({ target: erasedSignatures.idHash, set: tombstone });
}

/** False if a restore link has undone this erasure, or another one followed. */
export async function isLatestErasure(
  tx: Transaction,
  { idHash, restorations }: Omit<Tombstone, "erasedOn">,
): Promise<boolean> {
  const itself = and(eq(erasedSignatures.idHash, idHash), eq(erasedSignatures.restorations, restorations));
  return (await tx.$count(erasedSignatures, itself)) > 0;
}

export async function hasTombstone(tx: Transaction, idHashes: string[]): Promise<boolean> {
  return (await tx.$count(erasedSignatures, inArray(erasedSignatures.idHash, idHashes))) > 0;
}

export async function deleteTombstone(tx: Transaction, idHash: string): Promise<void> {
  await tx.delete(erasedSignatures).where(eq(erasedSignatures.idHash, idHash));
}

/** Every state of an address leads to the same statements. */
function orNobody(ids: string[]): string[] {
  return ids.length > 0 ? ids : [NOBODY.id];
}
