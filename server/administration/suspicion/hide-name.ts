import { eq } from "drizzle-orm";
import { writeAudit } from "../../audit/audit.ts";
import type { Context } from "../../context.ts";
import { changeList } from "../../count/count.ts";
import { signatures } from "../../database/schema.ts";

/** False if there is no such signature. */
export async function hideName(
  { db, clock, changed }: Pick<Context, "db" | "clock" | "changed">,
  id: string,
  hidden: boolean,
): Promise<boolean> {
  const outcome = await db.transaction(async (tx) => {
    const [row] = await tx
      .select({ hiddenAt: signatures.nameHiddenAt })
      .from(signatures)
      .where(eq(signatures.id, id))
      .for("no key update");
    if (!row) return "none";
    if ((row.hiddenAt !== null) === hidden) return "unchanged";
    await tx
      .update(signatures)
      .set({ nameHiddenAt: hidden ? clock.now() : null })
      .where(eq(signatures.id, id));
    // Under the signature's own id: the line goes when the signature does.
    await writeAudit(tx, clock, { entityType: "signature", entityId: id, action: hidden ? "name-hidden" : "name-shown" });
    await changeList(tx);
    return "changed";
  });
  if (outcome === "changed") changed();
  return outcome !== "none";
}
