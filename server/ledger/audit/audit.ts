/** Never a name or an address, nor a visitor's origin. */
import { and, inArray, sql } from "drizzle-orm";
import { AUDITED, type AuditAction, type Audited, isOfTheDay } from "../../../petition/audit.ts";
import { dayOfMoment, startOfDay } from "../../../petition/calendar.ts";
import type { NameStanding } from "../../../petition/held-names.ts";
import type { Base } from "../../platform/base.ts";
import type { Clock } from "../../platform/clock.ts";
import { sha256Bytes, uuidFrom } from "../../platform/crypto/crypto.ts";
import type { Transaction } from "../../platform/database/open.ts";
import { auditLog } from "../../platform/database/schema.ts";
import { countRefusal } from "../../platform/metrics/counters.ts";

export interface AuditEntry {
  entityType: Audited;
  entityId: string;
  action: AuditAction;
  changes?: Record<string, string | number | boolean>;
}

export async function writeAudit(tx: Transaction, clock: Clock, { changes, ...entry }: AuditEntry): Promise<void> {
  const now = clock.now();
  const timestamp = isOfTheDay(entry.action) ? (startOfDay(dayOfMoment(now)) ?? now) : now;
  await tx.insert(auditLog).values({ ...entry, changes: changes ? JSON.stringify(changes) : null, timestamp });
}

/** What the administrator or the site did. It is about nobody. */
export function noteAct(
  tx: Transaction,
  clock: Clock,
  [entityId, action]: [entityId: string, action: AuditAction],
  changes?: AuditEntry["changes"],
): Promise<void> {
  return writeAudit(tx, clock, { entityType: "administration", entityId, action, changes });
}

export function noteBackup(
  { db, clock }: Pick<Base, "db" | "clock">,
  action: Extract<AuditAction, "backed-up" | "backup-restored">,
): Promise<void> {
  return db.transaction((tx) => noteAct(tx, clock, ["backup", action]));
}

/** The same in every process, for a line that must be there once. */
export function idOfLine(name: string): string {
  return uuidFrom(sha256Bytes(Buffer.from(name)));
}

/** Under the signature's own id: the line goes when the signature does. */
export async function noteNameCheck(tx: Transaction, clock: Clock, id: string, { nameCheck }: NameStanding): Promise<void> {
  if (nameCheck !== "held") return;
  countRefusal("name-held");
  await writeAudit(tx, clock, { entityType: "signature", entityId: id, action: "name-held" });
}

export async function forgetLines(tx: Transaction, ids: string[]): Promise<void> {
  // The index begins with the types.
  await tx
    .delete(auditLog)
    .where(and(inArray(auditLog.entityType, [...AUDITED]), sql`${auditLog.entityId} = any(${sql.param(ids)}::text[])`));
}
