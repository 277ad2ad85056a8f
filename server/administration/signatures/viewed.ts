/** Reading what people signed is noted, too: by the hour, how often and how much, never what was looked for (GDPR, Art. 32). */
import { sql } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { idOfLine } from "../../ledger/audit/audit.ts";
import { auditLog } from "../../platform/database/schema.ts";

const HOUR = 60 * 60_000;

export interface Viewed {
  overview?: number;
  views?: number;
  searches?: number;
  /** How many signatures were shown. */
  signatures: number;
}

/** To be awaited before anything is shown. */
export async function noteViewed({ db, clock }: Pick<Context, "db" | "clock">, seen: Viewed): Promise<void> {
  const now = clock.now();
  const changes = { overview: 0, views: 0, searches: 0, ...seen };
  const added = (name: keyof Viewed) => sql`coalesce((${auditLog.changes}::json ->> ${name})::int, 0) + ${changes[name]}::int`;
  await db
    .insert(auditLog)
    .values({
      // An hour is one line.
      id: idOfLine(`viewed ${Math.floor(now.getTime() / HOUR)}`),
      entityType: "administration",
      entityId: "signatures",
      action: "viewed",
      changes: JSON.stringify(changes),
      timestamp: now,
    })
    .onConflictDoUpdate({
      target: auditLog.id,
      set: {
        changes: sql`json_build_object('overview', ${added("overview")}, 'views', ${added("views")},
          'searches', ${added("searches")}, 'signatures', ${added("signatures")})::text`,
      },
    });
}
