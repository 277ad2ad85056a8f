/** Deleting a signature in the administration: the same erasure as a withdrawal, and a line in the audit log that says who it was: us. */
import type { Database } from "../database/open.ts";
import { type ErasureTools, eraseSignature } from "../erasure/erase.ts";
import type { Tombstones } from "../erasure/tombstones.ts";

export interface RemovalTools extends ErasureTools {
  db: Database["db"];
  tombstones: Tombstones;
  /** Says that the number has changed. */
  counted(): void;
}

/** False if there is no such signature (any more). */
export async function remove(tools: RemovalTools, id: string): Promise<boolean> {
  const erased = await tools.db.transaction((tx) => eraseSignature(tools, tx, id));
  if (!erased) return false;
  tools.tombstones.note(erased.tombstones);
  tools.counted();
  return true;
}
