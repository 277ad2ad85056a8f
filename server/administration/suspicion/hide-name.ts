import { eq } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { writeAudit } from "../../ledger/audit/audit.ts";
import { changeListed } from "../../ledger/count/count.ts";
import { signatures } from "../../platform/database/schema.ts";

export type NameDecision = "name-hidden" | "name-shown" | "name-approved";

/** Hides a name or lets it stand, also one that is on hold. Null if there is no such signature. */
export async function hideName(
  { db, clock, changed }: Pick<Context, "db" | "clock" | "changed">,
  id: string,
  hidden: boolean,
): Promise<NameDecision | null> {
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
