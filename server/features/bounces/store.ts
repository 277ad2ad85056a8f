import { and, eq, inArray, sql } from "drizzle-orm";
import type { Transaction } from "../../platform/database/open.ts";
import { outbox, pendingConfirmations, signatures, suppressions } from "../../platform/database/schema.ts";

interface About {
  kind: "pending_confirmation" | "signature";
  normalisedEmail: string;
}

export async function addressBehind(tx: Transaction, id: string): Promise<About | null> {
  const [pending] = await tx
    .select({ normalisedEmail: pendingConfirmations.normalisedEmail })
    .from(pendingConfirmations)
    .where(eq(pendingConfirmations.id, id));
  if (pending) return { kind: "pending_confirmation", normalisedEmail: pending.normalisedEmail };
  const [signature] = await tx
    .select({ normalisedEmail: signatures.normalisedEmail })
    .from(signatures)
    .where(eq(signatures.id, id));
  return signature?.normalisedEmail ? { kind: "signature", normalisedEmail: signature.normalisedEmail } : null;
}

export async function markFailed(tx: Transaction, which: { id: string } | { normalisedEmail: string }): Promise<void> {
  const chosen =
    "id" in which ? eq(pendingConfirmations.id, which.id) : eq(pendingConfirmations.normalisedEmail, which.normalisedEmail);
  const unconfirmed = tx
    .select({ id: pendingConfirmations.id })
    .from(pendingConfirmations)
    .where(and(chosen, inArray(pendingConfirmations.status, ["pending", "sent"])))
    .orderBy(pendingConfirmations.id)
    .for("update");
  await tx.update(pendingConfirmations).set({ status: "failed" }).where(inArray(pendingConfirmations.id, unconfirmed));
}

/** The later end counts, and "it was me after all" does not end it. */
export async function stopMail(
  tx: Transaction,
  normalisedEmail: string,
  emailHash: string,
  until: Date,
  reason: "bounce" | "complaint",
): Promise<void> {
  await tx
    .insert(suppressions)
    .values({ emailHash, until, reason })
    .onConflictDoUpdate({
      target: suppressions.emailHash,
      set: { until: sql`greatest(${suppressions.until}, excluded.until)`, reason },
    });
  const itsRows = tx
    .select({ id: pendingConfirmations.id })
    .from(pendingConfirmations)
    .where(eq(pendingConfirmations.normalisedEmail, normalisedEmail));
  const locked = tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(inArray(outbox.subjectId, itsRows))
    .orderBy(outbox.id)
    .for("update");
  await tx.delete(outbox).where(inArray(outbox.id, locked));
}
