/** Who used the administrator's key: a keyed hash of the network, so that a stranger's stands out. */
import { and, count, desc, eq, gte, max, sql } from "drizzle-orm";
import type { Database } from "../database/open.ts";
import { auditLog } from "../database/schema.ts";

interface LogIn {
  at: Date;
  source: string;
}

/** As the index `audit_logins` has it. */
const isLogIn = sql`${auditLog.action} in ('logged-in', 'login-failed')`;

type Queries = Pick<Database["db"], "select">;

/** The newest first. */
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

export async function hasLoggedIn(db: Queries, source: string, since: Date): Promise<boolean> {
  const rows = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(
      and(
        isLogIn,
        eq(auditLog.action, "logged-in"),
        gte(auditLog.timestamp, since),
        eq(auditLog.changes, JSON.stringify({ source })),
      ),
    )
    .limit(1);
  return rows.length > 0;
}
