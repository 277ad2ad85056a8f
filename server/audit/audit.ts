/** The audit log: what happened to which row, when. Never a name or an address; a visitor's origin is nobody's business here. */
import type { AuditAction, Audited } from "../../petition/audit.ts";
import type { Clock } from "../clock.ts";
import type { Transaction } from "../database/open.ts";
import { auditLog } from "../database/schema.ts";

export interface AuditEntry {
  entityType: Audited;
  entityId: string;
  action: AuditAction;
  /** Facts without personal data. */
  changes?: Record<string, string | number | boolean>;
}

/** Adds a line in the caller's transaction, so that what is kept and what is told agree. */
export async function writeAudit(tx: Transaction, clock: Clock, { changes, ...entry }: AuditEntry): Promise<void> {
  await tx.insert(auditLog).values({ ...entry, changes: changes ? JSON.stringify(changes) : null, timestamp: clock.now() });
}
