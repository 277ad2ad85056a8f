import { and, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, ne, type SQL, sql } from "drizzle-orm";
import type { SignatureState } from "../../../contract/administration/signatures.ts";
import type { Search } from "../../../petition/search.ts";
import type { SuspicionReason } from "../../../petition/suspicion.ts";
import type { Configuration } from "../../configuration.ts";
import type { Database } from "../../database/open.ts";
import {
  outbox,
  pendingConfirmations,
  rateLimits,
  signatureCount,
  signatures,
  suspicions,
  UNCONFIRMED_STATUSES,
} from "../../database/schema.ts";
import { IS_MAIL } from "../mail/mails.ts";
import type { Wanted } from "./wanted.ts";

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

type Column = keyof typeof COLUMNS;
export type Found = Pick<typeof signatures.$inferSelect, Exclude<Column, "reasons">> & { reasons: SuspicionReason[] };

/** Above this many, walking down the list meets enough that match; below, all that match are sorted. */
const SORTED_MAX = 20_000;

export async function countFound(db: Database["db"], wanted: Wanted): Promise<number> {
  const [row] = await db.select({ count: sql<string>`count(*)` }).from(signatures).where(conditionOf(wanted));
  return Number(row?.count ?? 0);
}

/** The newest first. `total` is what {@link countFound} said. */
export async function find(
  db: Database["db"],
  wanted: Wanted,
  { total, offset, limit }: { total: number; offset: number; limit: number },
): Promise<Found[]> {
  if (offset >= total) return [];
  const isFew = total <= SORTED_MAX;
  // Materialised, or the planner may walk through millions of rows in the hope of meeting the few that match.
  const { rows } = await db.execute<{ id: string }>(sql`
    with found as ${sql.raw(isFew ? "materialized" : "not materialized")} (
      select id, confirmed_at from ${signatures} where ${conditionOf(wanted)}
    )
    select id from found order by confirmed_at desc, id desc offset ${offset} limit ${limit}`);
  return byIds(
    db,
    rows.map(({ id }) => id),
  );
}

export async function byIds(db: Database["db"], ids: string[]): Promise<Found[]> {
  if (ids.length === 0) return [];
  return db
    .select(COLUMNS)
    .from(signatures)
    .where(inArray(signatures.id, ids))
    .orderBy(desc(signatures.confirmedAt), desc(signatures.id));
}

export interface Figures {
  signatureCount: number;
  pendingCount: number;
  todaySignatures: number;
  yesterdayByNow: number;
  failedMails: number;
  totalTrackedIPs: number;
  blockedIPs: number;
  suspiciousActivity: number;
  namesOnHold: number;
}

interface FigureTimes {
  now: Date;
  today: Date;
  /** From its beginning to the same time of day. */
  yesterday: { from: Date; to: Date };
  since: Date;
  limits: Configuration["rateLimits"];
}

/** Each figure reads its own part of an index. */
export async function readFigures(db: Database["db"], { now, today, yesterday, since, limits }: FigureTimes): Promise<Figures> {
  const running = gt(rateLimits.windowEndsAt, now);
  const isOver = sql.join(
    Object.entries(limits).map(([kind, { attempts }]) => and(eq(rateLimits.kind, kind), gt(rateLimits.count, attempts))),
    sql` or `,
  );
  const count = (
    table: SQL | typeof signatures | typeof pendingConfirmations | typeof rateLimits | typeof suspicions | typeof outbox,
    condition: SQL | undefined,
  ) => sql<string>`(select count(*) from ${table} where ${condition})`;
  const [row] = await db
    .select({
      signatureCount: signatureCount.count,
      pendingCount: count(
        pendingConfirmations,
        and(gt(pendingConfirmations.expiresAt, now), inArray(pendingConfirmations.status, UNCONFIRMED_STATUSES)),
      ),
      // Not from the hourly counts: what was imported or withdrawn today is right in the rows.
      todaySignatures: count(signatures, and(isNull(signatures.quarantinedAt), gte(signatures.confirmedAt, today))),
      yesterdayByNow: count(
        signatures,
        and(
          isNull(signatures.quarantinedAt),
          gte(signatures.confirmedAt, yesterday.from),
          lt(signatures.confirmedAt, yesterday.to),
        ),
      ),
      failedMails: count(outbox, and(IS_MAIL, isNotNull(outbox.failedAt))),
      // A signature is no source.
      totalTrackedIPs: count(rateLimits, and(running, ne(rateLimits.kind, "personal"))),
      blockedIPs: count(rateLimits, and(running, sql`(${isOver})`)),
      suspiciousActivity: sql<string>`${count(suspicions, gt(suspicions.at, since))} + (
        select count(distinct signature_id)
        from clusters join cluster_signatures on cluster_id = clusters.id join signatures on signatures.id = signature_id
        where last_at > ${since.toISOString()}::timestamptz and confirmed_at > ${since.toISOString()}::timestamptz
          and quarantined_at is null)`,
      namesOnHold: count(signatures, STATES["name-on-hold"]),
    })
    .from(signatureCount);
  return {
    signatureCount: row?.signatureCount ?? 0,
    pendingCount: Number(row?.pendingCount ?? 0),
    todaySignatures: Number(row?.todaySignatures ?? 0),
    yesterdayByNow: Number(row?.yesterdayByNow ?? 0),
    failedMails: Number(row?.failedMails ?? 0),
    totalTrackedIPs: Number(row?.totalTrackedIPs ?? 0),
    blockedIPs: Number(row?.blockedIPs ?? 0),
    suspiciousActivity: Number(row?.suspiciousActivity ?? 0),
    namesOnHold: Number(row?.namesOnHold ?? 0),
  };
}

export type ExportedRow = Pick<
  typeof signatures.$inferSelect,
  | "id"
  | "fullName"
  | "email"
  | "visibility"
  | "confirmedAt"
  | "createdAt"
  | "locale"
  | "gdprConsentGiven"
  | "gdprConsentTimestamp"
  | "ipAddress"
  | "signatureHash"
>;

export async function exportedAfter(
  db: Database["db"],
  after: { confirmedAt: Date; id: string } | null,
  limit: number,
): Promise<ExportedRow[]> {
  return db
    .select({
      id: signatures.id,
      fullName: signatures.fullName,
      email: signatures.email,
      visibility: signatures.visibility,
      confirmedAt: signatures.confirmedAt,
      createdAt: signatures.createdAt,
      locale: signatures.locale,
      gdprConsentGiven: signatures.gdprConsentGiven,
      gdprConsentTimestamp: signatures.gdprConsentTimestamp,
      ipAddress: signatures.ipAddress,
      signatureHash: signatures.signatureHash,
    })
    .from(signatures)
    .where(
      and(
        isNull(signatures.quarantinedAt),
        after
          ? sql`(${signatures.confirmedAt}, ${signatures.id}) > (${after.confirmedAt.toISOString()}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(signatures.confirmedAt, signatures.id)
    .limit(limit);
}

/** Quarantined signatures are in it where they were looked for. */
export function conditionOf(wanted: Wanted): SQL | undefined {
  const { search, visibility, language, state, cluster, quarantine, signature } = wanted;
  const isList = (search.kind === "all" || search.kind === "time") && !(state || cluster || quarantine || signature);
  return and(
    isList ? isNull(signatures.quarantinedAt) : undefined,
    searched(search),
    visibility ? eq(signatures.visibility, visibility) : undefined,
    language ? eq(signatures.locale, language) : undefined,
    state ? STATES[state] : undefined,
    cluster
      ? sql`${signatures.id} in (select signature_id from cluster_signatures where cluster_id = ${cluster}::uuid)`
      : undefined,
    quarantine ? eq(signatures.quarantineId, quarantine) : undefined,
    signature ? eq(signatures.id, signature) : undefined,
  );
}

const STATES: Record<SignatureState, SQL> = {
  suspicious: sql`${signatures.id} in (select signature_id from cluster_signatures)`,
  quarantined: isNotNull(signatures.quarantinedAt),
  // Each is hidden, too: by that the index finds them.
  "name-on-hold": sql`name_hidden_at is not null and name_check = 'held'`,
  "name-hidden": sql`name_hidden_at is not null and name_check is null`,
};

function searched(search: Search): SQL | undefined {
  switch (search.kind) {
    case "all":
      return undefined;
    case "text":
      return sql`${signatures.searchText} like '%' || ${literally(sql`fold_for_search(${search.text}::text)`)} || '%'`;
    case "origin":
      return and(isNotNull(signatures.ipAddress), sql`origin_of(${signatures.ipAddress}) <<= ${search.network}::inet`);
    case "time":
      return and(gte(signatures.confirmedAt, search.from), lt(signatures.confirmedAt, search.to));
  }
}

/** Only after normalising: that can make a percent sign of a wide one. */
function literally(text: SQL): SQL {
  return sql`replace(replace(replace(${text}, '\\', '\\\\'), '%', '\\%'), '_', '\\_')`;
}
