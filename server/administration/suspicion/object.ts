import { eq, sql } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { writeAudit } from "../../ledger/audit/audit.ts";
import { mailboxOf } from "../../ledger/erasure/store.ts";
import { clusterSignatures, pendingConfirmations, signatures } from "../../platform/database/schema.ts";

/** Its owner has objected to the checks (GDPR, Art. 21): what they go by is erased, and no later look takes it in. False if there is no such signature. */
export async function object({ db, clock }: Pick<Context, "db" | "clock">, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const mailbox = await mailboxOf(tx, id);
    if (mailbox === null) return false;
    const origin = { ipAddress: null, userAgent: null };
    // In the one order of locks (decision 0016).
    const { normalisedEmail } = pendingConfirmations;
    const entered = sql`select id from ${pendingConfirmations} where ${normalisedEmail} = ${mailbox} order by id for update`;
    await tx.update(pendingConfirmations).set(origin).where(sql`${pendingConfirmations.id} in (${entered})`);
    // Not as an update locks by itself: that would not wait for whoever is putting it into a group, nor be waited for.
    const itself = sql`select id from ${signatures} where id = ${id} for update`;
    const known = await tx
      .update(signatures)
      .set({ ...origin, secondsToConfirm: null, objectedAt: clock.now() })
      .where(sql`${signatures.id} in (${itself})`)
      .returning({ id: signatures.id });
    if (known.length === 0) return false;
    await tx.delete(clusterSignatures).where(eq(clusterSignatures.signatureId, id));
    // Under the signature's own id: the line goes when the signature does.
    await writeAudit(tx, clock, { entityType: "signature", entityId: id, action: "objected" });
    return true;
  });
}
