/** Deleting a signature at the desk: the same erasure as a withdrawal, and a line in the audit log that says who it was: us. */
import type { Database } from "../database/open.ts";
import { type ErasureTools, eraseSignature } from "../erasure/erase.ts";
import type { Traces } from "../erasure/traces.ts";

export interface RemovalTools extends ErasureTools {
  db: Database["db"];
  traces: Traces;
  /** Says that the number has changed. */
  counted(): void;
}

/** False if there is no such signature (any more). */
export async function remove(tools: RemovalTools, id: string): Promise<boolean> {
  const erased = await tools.db.transaction((tx) => eraseSignature(tools, tx, id));
  if (!erased) return false;
  tools.traces.note(erased.traces);
  tools.counted();
  return true;
}
