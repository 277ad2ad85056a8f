import { and, count, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, ne, notLike, type SQL, sql } from "drizzle-orm";
import type { Search, SignatureState } from "../../../petition/search.ts";
import type { SuspicionReason } from "../../../petition/suspicion.ts";
import { confirmedSince } from "../../ledger/count/listed.ts";
import type { Configuration } from "../../platform/config/configuration.ts";
import type { Database } from "../../platform/database/open.ts";
import {
  pendingConfirmations,
  rateLimits,
  signatureCount,
  signatures,
  UNCONFIRMED_STATUSES,
} from "../../platform/database/schema.ts";
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

export async function byIds(db: Database["db"], ids: string[]): Promise<Found[]> {
  if (ids.length === 0) return [];
  return db
    .select(COLUMNS)
    .from(signatures)
    .where(inArray(signatures.id, ids))
    .orderBy(desc(signatures.confirmedAt), desc(signatures.id));
}

/** What lies in the rows of the last day: of a petition that many sign they are very many. */
export interface Crowd {
  pendingCount: number;
  totalTrackedIPs: number;
  blockedIPs: number;
}

export async function readCrowd(db: Database["db"], now: Date, limits: Configuration["rateLimits"]): Promise<Crowd> {
  const isOver = sql.join(
    Object.entries(limits).map(([kind, { attempts }]) => and(eq(rateLimits.kind, kind), gt(rateLimits.count, attempts))),
    sql` or `,
  );
  const [pending] = await db
    .select({ count: count() })
    .from(pendingConfirmations)
    .where(and(gt(pendingConfirmations.expiresAt, now), inArray(pendingConfirmations.status, UNCONFIRMED_STATUSES)));
  const [sources] = await db
    .select({ tracked: count(), blocked: sql<string>`count(*) filter (where ${isOver})` })
    .from(rateLimits)
    // A signature is no source, and a wide network is none besides those in it.
    .where(and(gt(rateLimits.windowEndsAt, now), ne(rateLimits.kind, "personal"), notLike(rateLimits.kind, "%-wide")));
  return {
    pendingCount: pending?.count ?? 0,
    totalTrackedIPs: sources?.tracked ?? 0,
    blockedIPs: Number(sources?.blocked ?? 0),
  };
}

export interface Figures {
  signatureCount: number;
  todaySignatures: number;
  yesterdayByNow: number;
  namesOnHold: number;
}

interface FigureTimes {
  today: Date;
  /** From its beginning to the same time of day. */
  yesterday: { from: Date; to: Date };
}

/** Each figure reads its own part of an index. */
export async function readFigures(db: Database["db"], { today, yesterday }: FigureTimes): Promise<Figures> {
  const [row] = await db
    .select({
      signatureCount: signatureCount.count,
      // Not from the hourly counts: what was imported or withdrawn today is right in the rows.
      todaySignatures: confirmedSince(today),
      yesterdayByNow: sql<string>`${confirmedSince(yesterday.from)} - ${confirmedSince(yesterday.to)}`,
      namesOnHold: sql<string>`(select count(*) from ${signatures} where ${STATES["name-on-hold"]})`,
    })
    .from(signatureCount);
  return {
    signatureCount: row?.signatureCount ?? 0,
    todaySignatures: Number(row?.todaySignatures ?? 0),
    yesterdayByNow: Number(row?.yesterdayByNow ?? 0),
    namesOnHold: Number(row?.namesOnHold ?? 0),
  };
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
  return and(
    isList(wanted) ? isNull(signatures.quarantinedAt) : undefined,
    timeCondition(wanted.search),
    filterCondition(wanted),
    indexedCondition(wanted),
  );
}

/** The part that is common: no index is asked for it. */
export function filterCondition({ visibility, language }: Pick<Wanted, "visibility" | "language">): SQL | undefined {
  return and(
    visibility ? eq(signatures.visibility, visibility) : undefined,
    language ? eq(signatures.locale, language) : undefined,
  );
}

export function isList({ search, state, cluster, quarantine, signature }: Wanted): boolean {
  return (search.kind === "all" || search.kind === "time") && !(state || cluster || quarantine || signature);
}

export function timeCondition(search: Search): SQL | undefined {
  return search.kind === "time"
    ? and(gte(signatures.confirmedAt, search.from), lt(signatures.confirmedAt, search.to))
    : undefined;
}

/** The part that has an index of its own, besides that of the list: as a row is asked for it. */
export function indexedCondition(wanted: Wanted): SQL | undefined {
  return conditionIn(wanted, STATES);
}

/** The same, as rows are found by it. */
export function findingCondition(wanted: Wanted): SQL | undefined {
  return conditionIn(wanted, { ...STATES, suspicious: SUSPICIOUS_BY_ID });
}

function conditionIn({ search, state, cluster, quarantine, signature }: Wanted, states: typeof STATES): SQL | undefined {
  return and(
    searched(search),
    state ? states[state] : undefined,
    cluster
      ? sql`${signatures.id} in (select signature_id from cluster_signatures where cluster_id = ${cluster}::uuid)`
      : undefined,
    quarantine ? eq(signatures.quarantineId, quarantine) : undefined,
    signature ? eq(signatures.id, signature) : undefined,
  );
}

/** One list of ids, in whose order their index is gone through once. No row must be asked for it: the list would be read for each. */
const SUSPICIOUS_BY_ID = sql`${signatures.id} = any (array(select signature_id from cluster_signatures))`;

export const STATES: Record<SignatureState, SQL> = {
  suspicious: sql`${signatures.id} in (select signature_id from cluster_signatures)`,
  // These in the words of their indexes.
  quarantined: sql`quarantined_at is not null`,
  "name-on-hold": sql`name_hidden_at is not null and name_check = 'held'`,
  "name-hidden": sql`name_hidden_at is not null and name_check is null`,
};

function searched(search: Search): SQL | undefined {
  switch (search.kind) {
    case "all":
    case "time":
      return undefined;
    case "text":
      return sql`${signatures.searchText} like '%' || ${literally(sql`fold_for_search(${search.text}::text)`)} || '%'`;
    case "origin":
      return and(
        isNotNull(signatures.ipAddress),
        sql`${signatures.ipAddress} like ${beginningOf(search.network)}`,
        // As a stretch of the index, which `<<=` would look at row by row once more.
        sql`origin_of(${signatures.ipAddress}) between host(network(${search.network}::inet))::inet
          and host(broadcast(${search.network}::inet))::inet`,
      );
  }
}

/** What all addresses of a network begin with as text, as far as that is whole numbers: to read each as an address is dear. */
function beginningOf(network: string): string {
  const [address = "", bits = "32"] = network.split("/");
  if (address.includes(":")) return "%:%";
  const numbers = address.split(".").slice(0, Math.floor(Number(bits) / 8));
  return numbers.length === 4 ? address : [...numbers, "%"].join(".");
}

/** Only after normalising: that can make a percent sign of a wide one. */
function literally(text: SQL): SQL {
  return sql`replace(replace(replace(${text}, '\\', '\\\\'), '%', '\\%'), '_', '\\_')`;
}
