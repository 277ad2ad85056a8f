/** What people signed is personal data: reading it is noted, too (GDPR, Art. 32). */
import { and, count, desc, eq, gt, inArray, ne, notLike, sql } from "drizzle-orm";
import type { SuspicionReason } from "../../../petition/suspicion.ts";
import type { Context } from "../../context.ts";
import { idOfLine } from "../../ledger/audit/audit.ts";
import { confirmedSince } from "../../ledger/count/listed.ts";
import type { Configuration } from "../../platform/config/configuration.ts";
import type { Database } from "../../platform/database/open.ts";
import {
  auditLog,
  pendingConfirmations,
  rateLimits,
  signatureCount,
  signatures,
  UNCONFIRMED_STATUSES,
} from "../../platform/database/schema.ts";
import { STATES } from "./wanted.ts";

const HOUR = 60 * 60_000;

const COLUMNS = {
  id: signatures.id,
  fullName: signatures.fullName,
  email: signatures.email,
  visibility: signatures.visibility,
  confirmedAt: signatures.confirmedAt,
  locale: signatures.locale,
  quarantinedAt: signatures.quarantinedAt,
  nameHiddenAt: signatures.nameHiddenAt,
  nameCheck: signatures.nameCheck,
  reasons: sql<SuspicionReason[]>`array(
    select distinct reason from cluster_signatures join clusters on clusters.id = cluster_id where signature_id = signatures.id order by reason)`,
};

export type Found = Awaited<ReturnType<typeof byIds>>[number];

export async function byIds(db: Database["db"], ids: string[]) {
  if (ids.length === 0) return [];
  return db
    .select(COLUMNS)
    .from(signatures)
    .where(inArray(signatures.id, ids))
    .orderBy(desc(signatures.confirmedAt), desc(signatures.id));
}

export async function readCrowd(db: Database["db"], now: Date, limits: Configuration["rateLimits"]) {
  const isOver = sql.join(
    Object.entries(limits).map(([kind, { attempts }]) => and(eq(rateLimits.kind, kind), gt(rateLimits.count, attempts))),
    sql` or `,
  );
  const { expiresAt, status } = pendingConfirmations;
  const isPending = and(gt(expiresAt, now), inArray(status, UNCONFIRMED_STATUSES));
  const pendingCount = await db.$count(pendingConfirmations, isPending);
  const [sources = { totalTrackedIPs: 0, blockedIPs: 0 }] = await db
    .select({ totalTrackedIPs: count(), blockedIPs: sql`count(*) filter (where ${isOver})`.mapWith(Number) })
    .from(rateLimits)
    // Neither signatures nor wide networks are sources.
    .where(and(gt(rateLimits.windowEndsAt, now), ne(rateLimits.kind, "personal"), notLike(rateLimits.kind, "%-wide")));
  return { pendingCount, ...sources };
}

/** Each figure reads its own part of an index. `yesterday`: until the same time of day. */
export async function readFigures(db: Database["db"], today: Date, yesterday: { from: Date; to: Date }) {
  const [figures] = await db
    .select({
      signatureCount: signatureCount.count,
      // The hourly counts do not know what was imported or withdrawn today.
      todaySignatures: confirmedSince(today).mapWith(Number),
      yesterdayByNow: sql`${confirmedSince(yesterday.from)} - ${confirmedSince(yesterday.to)}`.mapWith(Number),
      namesOnHold: sql`(select count(*) from ${signatures} where ${STATES["name-on-hold"]})`.mapWith(Number),
    })
    .from(signatureCount);
  return figures ?? { signatureCount: 0, todaySignatures: 0, yesterdayByNow: 0, namesOnHold: 0 };
}

/** By their ids: joined, all signatures since then would be read. */
export async function countSuspicious(db: Database["db"], since: Date): Promise<number> {
  const moment = sql`${since.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ number: string }>(sql`
    select (select count(*) from suspicions where at > ${moment}) + (
      select count(*) from signatures
      where id = any (array(
        select signature_id from clusters join cluster_signatures on cluster_id = clusters.id where last_at > ${moment}
      )) and confirmed_at > ${moment} and quarantined_at is null) as number`);
  return Number(rows[0]?.number ?? 0);
}

interface Viewed {
  overview?: number;
  views?: number;
  searches?: number;
  signatures: number;
}

/** By the hour, how often and how much, never what was looked for. To be awaited before anything is shown. */
export async function noteViewed({ db, clock }: Pick<Context, "db" | "clock">, seen: Viewed): Promise<void> {
  const now = clock.now();
  const changes = { overview: 0, views: 0, searches: 0, ...seen };
  const added = (name: keyof Viewed) => sql`coalesce((${auditLog.changes}::json ->> ${name})::int, 0) + ${changes[name]}::int`;
  await db
    .insert(auditLog)
    .values({
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
