/** Never a name or an address, nor a visitor's origin. */
import { and, count, desc, eq, gte, inArray, max, sql } from "drizzle-orm";
import { AUDITED, type AuditAction, type Audited, isOfTheDay } from "../../../petition/audit.ts";
import { dayOfMoment, startOfDay } from "../../../petition/calendar.ts";
import { TOMBSTONE_LIFETIME } from "../../../petition/erasure.ts";
import type { NameStanding } from "../../../petition/held-names.ts";
import type { Base } from "../../platform/base.ts";
import type { Clock } from "../../platform/clock.ts";
import { sha256Bytes, uuidFrom } from "../../platform/crypto/crypto.ts";
import type { Database, Transaction } from "../../platform/database/open.ts";
import { auditLog } from "../../platform/database/schema.ts";
import { deleteDue } from "../../platform/jobs/delete-due.ts";
import type { RetentionJob } from "../../platform/jobs/retention.ts";
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

export function noteBackup({ db, clock }: Pick<Base, "db" | "clock">, action: "backed-up" | "backup-restored"): Promise<void> {
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

const HALF_A_DAY = 12 * 60 * 60_000;

export const THE_KEY = { entityType: "administration" satisfies Audited, entityId: "key" } as const;

/** As the index `audit_logins` has it. */
const isLogIn = sql`${auditLog.action} in ('logged-in', 'login-failed')`;

/** To be erased at the petition's end. */
export const isAboutSomebody = sql`(${auditLog.entityType} <> 'administration' or ${isLogIn})`;

type Queries = Pick<Database["db"], "select">;

/** `source`: a keyed hash of the network. */
export async function recentLogIns(db: Queries, limit: number) {
  const rows = await db
    .select({ at: auditLog.timestamp, changes: auditLog.changes })
    .from(auditLog)
    .where(and(isLogIn, eq(auditLog.action, "logged-in")))
    .orderBy(desc(auditLog.timestamp), desc(auditLog.id))
    .limit(limit);
  return rows.map(({ at, changes }) => ({ at, source: (JSON.parse(changes ?? "{}") as { source?: string }).source ?? "" }));
}

export async function failedLogIns(db: Queries, since: Date): Promise<{ count: number; lastAt: Date | null }> {
  const [row] = await db
    .select({ count: count(), lastAt: max(auditLog.timestamp) })
    .from(auditLog)
    .where(and(isLogIn, eq(auditLog.action, "login-failed"), gte(auditLog.timestamp, since)));
  return row ?? { count: 0, lastAt: null };
}

/** From one noon or midnight (UTC) to the next. */
export const halfDayOf = (now: Date): number => Math.floor(now.getTime() / HALF_A_DAY);

/** One line for a source and half day, in all processes. */
export async function noteLogIn(db: Pick<Database["db"], "insert">, source: string, now: Date): Promise<void> {
  await db
    .insert(auditLog)
    .values({
      id: idOfLine(`logged-in ${source} ${halfDayOf(now)}`),
      ...THE_KEY,
      action: "logged-in" satisfies AuditAction,
      changes: JSON.stringify({ source }),
      timestamp: now,
    })
    .onConflictDoNothing();
}

export function auditRetention({ db, clock, configuration }: Pick<Base, "db" | "clock" | "configuration">): RetentionJob {
  const lines = { table: auditLog, time: auditLog.timestamp, key: auditLog.id };
  const ago = (duration: number) => new Date(clock.now().getTime() - duration);
  return async (work) => {
    const old = await deleteDue(db, work, { ...lines, until: ago(configuration.auditRetention) });
    const ofErased = { ...lines, until: ago(TOMBSTONE_LIFETIME), only: sql`action in ('erased', 'removed-signature')` };
    return old + (await deleteDue(db, work, ofErased));
  };
}
