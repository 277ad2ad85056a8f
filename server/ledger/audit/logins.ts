/** Who used the administrator's key: a keyed hash of the network. */
import { and, count, desc, eq, gte, max, sql } from "drizzle-orm";
import type { AuditAction, Audited } from "../../../petition/audit.ts";
import type { Database } from "../../platform/database/open.ts";
import { auditLog } from "../../platform/database/schema.ts";
import { idOfLine } from "./audit.ts";

const HALF_A_DAY = 12 * 60 * 60_000;

export const THE_KEY = { entityType: "administration" satisfies Audited, entityId: "key" } as const;

interface LogIn {
  at: Date;
  source: string;
}

/** As the index `audit_logins` has it. */
const isLogIn = sql`${auditLog.action} in ('logged-in', 'login-failed')`;

/** To be erased at the petition's end. */
export const isAboutSomebody = sql`(${auditLog.entityType} <> 'administration' or ${isLogIn})`;

type Queries = Pick<Database["db"], "select">;

export async function recentLogIns(db: Queries, limit: number): Promise<LogIn[]> {
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
