import type { Context } from "../../context.ts";
import { eraseSignature } from "../../ledger/erasure/erase.ts";

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
