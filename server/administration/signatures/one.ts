import { eq, sql } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { writeAudit } from "../../ledger/audit/audit.ts";
import { changeListed } from "../../ledger/count/count.ts";
import { eraseSignature, mailboxOf } from "../../ledger/erasure/erase.ts";
import { clusterSignatures, pendingConfirmations, signatures } from "../../platform/database/schema.ts";

type Tools = Pick<Context, "db" | "clock" | "crypto" | "tombstones" | "changed">;

export async function remove(tools: Tools, id: string): Promise<boolean> {
  const erased = await tools.db.transaction((tx) => eraseSignature(tools, tx, id));
  if (!erased) return false;
  tools.tombstones.note(erased.tombstones);
  tools.changed();
  return true;
}

export type NameDecision = "name-hidden" | "name-shown" | "name-approved";

export async function hideName({ db, clock, changed }: Tools, id: string, hidden: boolean): Promise<NameDecision | null> {
  const decided = await db.transaction(async (tx) => {
    const [row] = await tx
      .select({ hiddenAt: signatures.nameHiddenAt, check: signatures.nameCheck })
      .from(signatures)
      .where(eq(signatures.id, id))
      .for("no key update");
    if (!row) return null;
    const isOnHold = row.check === "held";
    const decision: NameDecision = hidden ? "name-hidden" : isOnHold ? "name-approved" : "name-shown";
    if ((row.hiddenAt !== null) === hidden && !isOnHold) return { decision, isNew: false };
    // Under the signature's own id: the line goes when the signature does.
    await writeAudit(tx, clock, { entityType: "signature", entityId: id, action: decision });
    await changeListed(
      tx,
      id,
      hidden ? { nameHiddenAt: clock.now(), nameCheck: null } : { nameHiddenAt: null, nameCheck: "approved" },
    );
    return { decision, isNew: true };
  });
  if (decided?.isNew) changed();
  return decided?.decision ?? null;
}

/** Its owner has objected to the checks (GDPR, Art. 21): what they use is erased, and no later check takes it in. */
export async function object({ db, clock }: Tools, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const mailbox = await mailboxOf(tx, id);
    if (mailbox === null) return false;
    const origin = { ipAddress: null, userAgent: null };
    // In the one order of locks (decision 0016).
    const { normalisedEmail } = pendingConfirmations;
    const entered = sql`select id from ${pendingConfirmations} where ${normalisedEmail} = ${mailbox} order by id for update`;
    await tx.update(pendingConfirmations).set(origin).where(sql`${pendingConfirmations.id} in (${entered})`);
    // The lock of an update alone would not conflict with putting it into a group.
    const itself = sql`select id from ${signatures} where id = ${id} for update`;
    const known = await tx
      .update(signatures)
      .set({ ...origin, secondsToConfirm: null, objectedAt: clock.now() })
      .where(sql`${signatures.id} in (${itself})`)
      .returning({ id: signatures.id });
    if (known.length === 0) return false;
    await tx.delete(clusterSignatures).where(eq(clusterSignatures.signatureId, id));
    await writeAudit(tx, clock, { entityType: "signature", entityId: id, action: "objected" });
    return true;
  });
}
