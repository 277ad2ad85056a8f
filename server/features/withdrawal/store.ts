import { and, desc, eq, inArray, isNotNull } from "drizzle-orm";
import { DEFAULT_LANGUAGE, isLanguage, type Language } from "../../../petition/language.ts";
import { MANY_DELETIONS } from "../../../petition/suspicion.ts";
import { idsOfMailbox } from "../../platform/database/mailbox.ts";
import type { Transaction } from "../../platform/database/open.ts";
import { pendingConfirmations, signatureLinks, signatures, suspicions } from "../../platform/database/schema.ts";
import { countAttempt } from "../../platform/limits/rate-counter.ts";
import { NOBODY } from "../../platform/mail/decoy.ts";

const KIND = "deletions";

export async function noteRequest(tx: Transaction, sourceKeys: string[], now: Date): Promise<number[]> {
  const counters = sourceKeys.map((sourceKey, which) => ({
    key: `${KIND} ${sourceKey}`,
    kind: which === 0 ? KIND : `${KIND}-wide`,
  }));
  const counted = await countAttempt(tx, { counters, now, window: MANY_DELETIONS.window });
  const requests = counters.map((counter) => counted.find(({ key }) => key === counter.key)?.count ?? 0);
  const many = sourceKeys.filter((_, which) => requests[which] === MANY_DELETIONS.counts[which]);
  if (many.length > 0) await tx.insert(suspicions).values(many.map((sourceKey) => ({ kind: KIND, sourceKey, at: now })));
  return requests;
}

export async function ownerOf(
  tx: Transaction,
  normalisedEmail: string,
): Promise<{ id: string; email: string; language: Language } | null> {
  const [known = NOBODY.id] = await idsOfMailbox(tx, normalisedEmail);
  const [signature] = await tx
    .select({ id: signatures.id, email: signatures.email, locale: signatures.locale })
    .from(signatures)
    .where(eq(signatures.id, known));
  const [pending] = await tx
    .select({ id: pendingConfirmations.id, email: pendingConfirmations.email, locale: pendingConfirmations.locale })
    .from(pendingConfirmations)
    .where(eq(pendingConfirmations.normalisedEmail, normalisedEmail))
    .orderBy(desc(pendingConfirmations.createdAt))
    .limit(1);
  const owner = signature ?? pending;
  if (!owner) return null;
  return { id: owner.id, email: owner.email, language: isLanguage(owner.locale) ? owner.locale : DEFAULT_LANGUAGE };
}

export async function isKnown(tx: Transaction, normalisedEmail: string): Promise<boolean> {
  return (await ownerOf(tx, normalisedEmail)) !== null;
}

export async function standingOf(
  tx: Transaction,
  ids: string[],
  normalisedEmail: string,
): Promise<{ there: string } | "signed-anew" | "gone"> {
  const ofMailbox = await idsOfMailbox(tx, normalisedEmail);
  const [itself] = await tx.select({ id: signatures.id }).from(signatures).where(inArray(signatures.id, ids));
  const there = itself?.id ?? ofMailbox.find((id) => ids.includes(id));
  if (there !== undefined) return { there };
  return ofMailbox.length > 0 ? "signed-anew" : "gone";
}

export async function isInQuarantine(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: signatures.id })
    .from(signatures)
    .where(and(eq(signatures.id, id), isNotNull(signatures.quarantinedAt)));
  return rows.length > 0;
}

export async function keepLinks(tx: Transaction, signatureId: string, tokenHashes: string[]): Promise<void> {
  if (tokenHashes.length === 0) return;
  await tx
    .insert(signatureLinks)
    .values(tokenHashes.map((tokenHash) => ({ tokenHash, signatureId })))
    .onConflictDoNothing();
}

/** False if the mailbox has a signature already: the table allows one. */
export async function putBack(tx: Transaction, signature: typeof signatures.$inferInsert): Promise<boolean> {
  const kept = await tx.insert(signatures).values(signature).onConflictDoNothing().returning({ id: signatures.id });
  return kept.length > 0;
}
