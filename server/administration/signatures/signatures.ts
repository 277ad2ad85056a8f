import { and, count, desc, eq, gt, inArray, notInArray, notLike, sql } from "drizzle-orm";
import type { EndingState } from "../../../contract/administration/commands.ts";
import type { AdminSignature, AdminSignatureList, AdminStats } from "../../../contract/administration/signatures.ts";
import { dayOfMoment, startOfDay } from "../../../petition/calendar.ts";
import type { CollectionStatus } from "../../../petition/collection.ts";
import { HOUR } from "../../../petition/duration.ts";
import type { SuspicionReason } from "../../../petition/suspicion.ts";
import type { Context } from "../../context.ts";
import { idOfLine, writeAudit } from "../../ledger/audit/audit.ts";
import { changeListed, readCount } from "../../ledger/count/count.ts";
import { confirmedFrom, confirmedSince, countBetween } from "../../ledger/count/listed.ts";
import { eraseSignature, mailboxOf } from "../../ledger/erasure/erase.ts";
import { restAfter, staleWhileRevalidate } from "../../platform/cache/stale-while-revalidate.ts";
import type { Configuration } from "../../platform/config/configuration.ts";
import { type Cursor, cursorOf } from "../../platform/database/cursor.ts";
import type { Database } from "../../platform/database/open.ts";
import {
  auditLog,
  clusterSignatures,
  pendingConfirmations,
  rateLimits,
  signatureCount,
  signatures,
  UNCONFIRMED_STATUSES,
} from "../../platform/database/schema.ts";
import { countFailedMails } from "../../platform/mail/metrics.ts";
import { ageFor } from "../answering.ts";
import { DEPTH, find } from "./find.ts";
import { isEverything, STATES, type Wanted } from "./wanted.ts";

const RECENT = 10;
const SUSPICION_WINDOW = 24 * HOUR;
const SOON_COUNTED = 500;

type Tools = Pick<Context, "db" | "clock" | "configuration"> & {
  collectionStatus(): Promise<CollectionStatus>;
  endingState(): Promise<EndingState>;
};

export type Signatures = ReturnType<typeof openSignatures>;

export function openSignatures({ db, clock, configuration, collectionStatus, endingState }: Tools) {
  const { targetCount, confirmationLifetime, rateLimits: limits } = configuration;
  const crowd = staleWhileRevalidate(
    async () => ({ figures: await readCrowd(db, clock.now(), limits), signatures: (await readCount(db)).count }),
    { maxAge: ({ signatures }) => ageFor(signatures), clock },
  );
  const suspicious = staleWhileRevalidate(() => countSuspicious(db, new Date(clock.now().getTime() - SUSPICION_WINDOW)), {
    maxAge: restAfter((number) => number > SOON_COUNTED),
    clock,
  });

  /** If all that is wanted follows each other in the list: where it begins, and how many that are. Otherwise null. */
  async function windowOf(wanted: Wanted): Promise<{ first: number; total: number } | null> {
    const { search } = wanted;
    if (!isEverything({ ...wanted, search: { kind: "all" } })) return null;
    if (search.kind === "time") return countBetween(db, search);
    if (search.kind !== "all") return null;
    const { count, isFinal } = await readCount(db);
    // After the end the rows are erased in batches and the number stays.
    return isFinal ? null : { first: 0, total: count };
  }

  async function listed(offset: number, limit: number): Promise<AdminSignature[]> {
    return (await byIds(db, await confirmedFrom(db, offset, limit))).map(shown);
  }

  return {
    async stats(): Promise<AdminStats> {
      const now = clock.now();
      const today = startOfDay(dayOfMoment(now)) ?? now;
      const figures = await readFigures(db, today, yesterdayUntil(now, today));
      const { pendingCount, ...sources } = (await crowd.get()).figures;
      return {
        ...figures,
        failedMails: await countFailedMails(db),
        pendingCount,
        antiSpam: { ...sources, suspiciousActivity: await suspicious.get() },
        recentSignatures: await listed(0, RECENT),
        targetCount,
        progressPercentage: Math.round((figures.signatureCount / targetCount) * 100),
        confirmationLifetime,
        collection: await collectionStatus(),
        ending: await endingState(),
      };
    },
    /** `page` from 1, or `after` a page that was read. A page past the end is empty. */
    async list(
      wanted: Wanted,
      { page, limit, after }: { page: number; limit: number; after: Cursor | null },
    ): Promise<AdminSignatureList> {
      const offset = (page - 1) * limit;
      const window = after === null ? await windowOf(wanted) : null;
      if (window === null) {
        const { ids, next, searchedTo, ...found } = await find(db, wanted, { after, offset, limit }, DEPTH);
        const shownTo = { next: next && cursorOf(next), searchedTo: searchedTo?.toISOString() ?? null };
        return { signatures: (await byIds(db, ids)).map(shown), ...found, ...shownTo };
      }
      const { first, total } = window;
      const signatures = await listed(first + offset, Math.max(0, Math.min(limit, total - offset)));
      return { signatures, total, totalIsExact: true, next: null, searchedTo: null };
    },
    async one(id: string): Promise<AdminSignature | null> {
      const [row] = await byIds(db, [id]);
      return row ? shown(row) : null;
    },
  };
}

/** A day has 23 to 25 hours: the last hour of a long one is compared with nothing. */
function yesterdayUntil(now: Date, today: Date): { from: Date; to: Date } {
  const from = startOfDay(dayOfMoment(new Date(today.getTime() - HOUR))) ?? today;
  const to = from.getTime() + now.getTime() - today.getTime();
  return { from, to: new Date(Math.min(to, today.getTime())) };
}

function shown({ quarantinedAt, nameHiddenAt, nameCheck, confirmedAt, ...row }: Found): AdminSignature {
  return {
    ...row,
    confirmedAt: confirmedAt.toISOString(),
    quarantined: quarantinedAt !== null,
    nameHidden: nameHiddenAt !== null && nameCheck !== "held",
    nameOnHold: nameCheck === "held",
  };
}

type Found = Awaited<ReturnType<typeof byIds>>[number];

async function byIds(db: Database["db"], ids: string[]) {
  if (ids.length === 0) return [];
  const { id, fullName, email, visibility, confirmedAt, locale, quarantinedAt, nameHiddenAt, nameCheck } = signatures;
  const reasons = sql<SuspicionReason[]>`array(
    select distinct reason from cluster_signatures join clusters on clusters.id = cluster_id where signature_id = signatures.id order by reason)`;
  return db
    .select({ id, fullName, email, visibility, confirmedAt, locale, quarantinedAt, nameHiddenAt, nameCheck, reasons })
    .from(signatures)
    .where(inArray(id, ids))
    .orderBy(desc(confirmedAt), desc(id));
}

async function readCrowd(db: Database["db"], now: Date, limits: Configuration["rateLimits"]) {
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
    // Neither signatures, wide networks, e-mails, erasures nor starts are sources.
    .where(
      and(
        gt(rateLimits.windowEndsAt, now),
        notInArray(rateLimits.kind, ["personal", "mail", "delete-brake", "start"]),
        notLike(rateLimits.kind, "%-wide"),
      ),
    );
  return { pendingCount, ...sources };
}

/** Each figure reads its own part of an index. `yesterday`: until the same time of day. */
async function readFigures(db: Database["db"], today: Date, yesterday: { from: Date; to: Date }) {
  const [figures = { signatureCount: 0, paperCount: 0, todaySignatures: 0, yesterdayByNow: 0, namesOnHold: 0 }] = await db
    .select({
      signatureCount: signatureCount.count,
      paperCount: signatureCount.paper,
      // The hourly counts do not know what was imported or withdrawn today.
      todaySignatures: confirmedSince(today).mapWith(Number),
      yesterdayByNow: sql`${confirmedSince(yesterday.from)} - ${confirmedSince(yesterday.to)}`.mapWith(Number),
      namesOnHold: sql`(select count(*) from ${signatures} where ${STATES["name-on-hold"]})`.mapWith(Number),
    })
    .from(signatureCount);
  return figures;
}

async function countSuspicious(db: Database["db"], since: Date): Promise<number> {
  const moment = sql`${since.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ number: string }>(sql`
    select (select count(*) from suspicions where at > ${moment}) + (
      select count(*) from signatures
      where id = any (array(
        select signature_id from clusters join cluster_signatures on cluster_id = clusters.id where last_at > ${moment}
      )) and confirmed_at > ${moment} and quarantined_at is null) as number`);
  return Number(rows[0]?.number ?? 0);
}

type Viewed = Partial<Record<"overview" | "views" | "searches", number>> & { signatures: number };

/** Reading is noted, too (GDPR, Art. 32): how often and how much in an hour, never what for. To be awaited before anything is shown. */
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

type ErasureTools = Pick<Context, "db" | "clock" | "crypto" | "tombstones" | "changed">;

export async function remove(tools: ErasureTools, id: string): Promise<boolean> {
  const erased = await tools.db.transaction((tx) => eraseSignature(tools, tx, id));
  if (!erased) return false;
  tools.tombstones.note(erased.tombstones);
  tools.changed();
  return true;
}

export type NameDecision = "name-hidden" | "name-shown" | "name-approved";

export async function hideName(
  { db, clock, changed }: ErasureTools,
  id: string,
  hidden: boolean,
): Promise<NameDecision | null> {
  const decided = await db.transaction(async (tx) => {
    const [row] = await tx
      .select({ hiddenAt: signatures.nameHiddenAt, check: signatures.nameCheck })
      .from(signatures)
      .where(eq(signatures.id, id))
      .for("no key update");
    if (!row) return null;
    const isOnHold = row.check === "held";
    const decision: NameDecision = hidden ? "name-hidden" : isOnHold ? "name-approved" : "name-shown";
    if ((row.hiddenAt !== null) === hidden && !isOnHold) return { decision, isNew: false };
    await writeAudit(tx, clock, { entityType: "signature", entityId: id, action: decision });
    const shown = { nameHiddenAt: null, nameCheck: "approved" } as const;
    await changeListed(tx, id, hidden ? { nameHiddenAt: clock.now(), nameCheck: null } : shown);
    return { decision, isNew: true };
  });
  if (decided?.isNew) changed();
  return decided?.decision ?? null;
}

/** Its owner has objected to the checks (GDPR, Art. 21): what they use is erased, and no later check takes it in. */
export async function object({ db, clock }: ErasureTools, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const mailbox = await mailboxOf(tx, id);
    if (mailbox === null) return false;
    const origin = { ipAddress: null, userAgent: null };
    // In the one order of locks (decision 0016).
    const { normalisedEmail } = pendingConfirmations;
    const entered = sql`select id from ${pendingConfirmations} where ${normalisedEmail} = ${mailbox} order by id for update`;
    await tx.update(pendingConfirmations).set(origin).where(sql`${pendingConfirmations.id} in (${entered})`);
    // The lock of an update alone would not conflict with putting it into a group.
    const itself = sql`select id from ${signatures} where id = ${id} for update`;
    const known = await tx
      .update(signatures)
      .set({ ...origin, secondsToConfirm: null, objectedAt: clock.now() })
      .where(sql`${signatures.id} in (${itself})`)
      .returning({ id: signatures.id });
    if (known.length === 0) return false;
    await tx.delete(clusterSignatures).where(eq(clusterSignatures.signatureId, id));
    await writeAudit(tx, clock, { entityType: "signature", entityId: id, action: "objected" });
    return true;
  });
}
