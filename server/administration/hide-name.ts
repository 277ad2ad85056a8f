/** Taking an offensive name out of the public list. The signature stays counted, and listed like a private one. */
import { eq } from "drizzle-orm";
import { writeAudit } from "../audit/audit.ts";
import type { Clock } from "../clock.ts";
import { changeList } from "../count/count.ts";
import type { Database } from "../database/open.ts";
import { signatures } from "../database/schema.ts";

export interface NameTools {
  db: Database["db"];
  clock: Clock;
  /** Says that the list has changed. */
  counted(): void;
}

/** False if there is no such signature (any more). Doing it twice changes nothing. */
export async function hideName({ db, clock, counted }: NameTools, id: string, hidden: boolean): Promise<boolean> {
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
  if (outcome === "changed") counted();
  return outcome !== "none";
}
