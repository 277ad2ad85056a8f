import { and, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { DEFAULT_LANGUAGE, isLanguage, type Language } from "../../petition/language.ts";
import { MANY_DELETIONS } from "../../petition/suspicion.ts";
import { idsOfMailbox } from "../database/mailbox.ts";
import type { Transaction } from "../database/open.ts";
import { pendingConfirmations, rateLimits, signatureLinks, signatures, suspicions } from "../database/schema.ts";
import { NOBODY } from "../mail/decoy.ts";

const KIND = "deletions";

/** Known or not, limited or not: many requests of a source are suspicious. Answers how many there were lately. */
export async function noteRequest(tx: Transaction, sourceKey: string, now: Date): Promise<number> {
  const at = sql`${now.toISOString()}::timestamptz`;
  // A window that ends later than one that begins now was begun by a clock that was ahead.
  const isOver = sql`(${rateLimits.windowEndsAt} <= ${at} or ${rateLimits.windowEndsAt} > excluded.window_ends_at + interval '5 minutes')`;
  const [row] = await tx
    .insert(rateLimits)
    .values({
      key: `${KIND} ${sourceKey}`,
      kind: KIND,
      count: 1,
      windowEndsAt: new Date(now.getTime() + MANY_DELETIONS.window),
    })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${isOver} then 1 else ${rateLimits.count} + 1 end`,
        windowEndsAt: sql`case when ${isOver} then excluded.window_ends_at else ${rateLimits.windowEndsAt} end`,
      },
    })
    .returning({ count: rateLimits.count });
  if (row?.count === MANY_DELETIONS.count) await tx.insert(suspicions).values({ kind: KIND, sourceKey, at: now });
  return row?.count ?? 0;
}

/** To whom an e-mail goes: as the signature spells the address, else as the latest pending one does. */
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

/** `there`: the id of the one that came back. */
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

/** These links answer "already confirmed" as long as the signature is there. */
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
