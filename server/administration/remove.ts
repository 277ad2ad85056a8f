/** Deleting a signature at the desk: the same erasure as a withdrawal, and a line in the audit log that says who it was: us. */
import { eq } from "drizzle-orm";
import { writeAudit } from "../audit/audit.ts";
import type { Clock } from "../clock.ts";
import type { Database, Transaction } from "../database/open.ts";
import { outbox, pendingConfirmations, signatureLinks, signatures } from "../database/schema.ts";
import { sha256 } from "../seals/seals.ts";
import { countOut } from "../tally/tally.ts";

export interface RemovalTools {
  db: Database["db"];
  clock: Clock;
  /** Says that the number has changed. */
  counted(): void;
}

/** False if there is no such signature (any more). */
export async function remove(tools: RemovalTools, id: string): Promise<boolean> {
  const removed = await tools.db.transaction(async (tx) => {
    const [signature] = await tx.select().from(signatures).where(eq(signatures.id, id)).for("update");
    if (!signature) return false;
    await writeAudit(tx, tools.clock, {
      entityType: "administration",
      entityId: sha256(id),
      action: "removed-signature",
    });
    await erase(tools, tx, signature);
    return true;
  });
  if (removed) tools.counted();
  return removed;
}

async function erase({ clock }: RemovalTools, tx: Transaction, signature: typeof signatures.$inferSelect): Promise<void> {
  if (signature.foldedEmail)
    await tx.delete(pendingConfirmations).where(eq(pendingConfirmations.foldedEmail, signature.foldedEmail));
  await tx.delete(outbox).where(eq(outbox.subjectId, signature.id));
  await tx.delete(signatureLinks).where(eq(signatureLinks.signatureId, signature.id));
  await tx.delete(signatures).where(eq(signatures.id, signature.id));
  if (signature.quarantinedAt === null) await countOut(tx, signature, clock);
}
