/** What waits for the public log, as part of the statement that changes the number: so it is lost with it or kept with it. */
import { type SQL, sql } from "drizzle-orm";
import type { Removed } from "../../../petition/transparency/entry.ts";
import { logQueue } from "../../platform/database/schema.ts";

interface Committed {
  /** Null where it is in the log not yet: an imported row, before it is completed. */
  signatureHash: string | null;
}

/** Of those that a statement calls `counted`; its second value is the reason. */
export const ENQUEUE_ADDED = `
    insert into log_queue (kind, reason, hash) select 'added', $2::text, signature_hash from counted where signature_hash is not null`;

/** The log says no more than the reason. What is not in it leaves no trace there. */
export function enqueueRemoved({ signatureHash }: Committed, reason: Removed): SQL {
  return sql`insert into ${logQueue} (kind, reason) select 'removed', ${reason} where ${signatureHash}::text is not null`;
}

/** `moved`: which rows; those that are released have been committed to anew. */
export function enqueueMoved(moved: SQL, kind: "quarantined" | "released"): SQL {
  return kind === "released"
    ? sql`insert into ${logQueue} (kind, reason, hash) select 'added', 'released', signature_hash from signatures where ${moved}`
    : sql`insert into ${logQueue} (kind, reason) select 'removed', 'held' from signatures where ${moved} and signature_hash is not null`;
}
