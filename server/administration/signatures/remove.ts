/** Deleting a signature in the administration: the same erasure as a withdrawal, and a line in the audit log that says who it was: us. */
import type { Context } from "../../context.ts";
import { eraseSignature } from "../../erasure/erase.ts";

/** False if there is no such signature (any more). */
export async function remove(
  tools: Pick<Context, "db" | "clock" | "crypto" | "tombstones" | "changed">,
  id: string,
): Promise<boolean> {
  const erased = await tools.db.transaction((tx) => eraseSignature(tools, tx, id));
  if (!erased) return false;
  tools.tombstones.note(erased.tombstones);
  tools.changed();
  return true;
}
