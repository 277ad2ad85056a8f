/** Quarantined signatures are not looked for again. */
import { and, eq, type SQL, sql } from "drizzle-orm";
import { PETITION_ZONE } from "../../../petition/calendar.ts";
import { AT_ONCE, ESTABLISHED_DOMAIN, type SuspicionReason } from "../../../petition/suspicion.ts";
import { type NetworkOf, WIDE } from "../../platform/database/networks.ts";
import type { Database, Transaction } from "../../platform/database/open.ts";
import { clusterSignatures, clusters, signatures } from "../../platform/database/schema.ts";

export type Members = SQL;

interface Crowd {
  /** Groups without a later signature are left out. */
  since: Date;
  from: Date;
  count: number;
}

/** With something fresh and `count` signatures in all, without this machine. */
export async function crowdedNetworks(db: Database["db"], { since, from, count, of }: Crowd & { of: NetworkOf }) {
  const { rows } = await db.execute<{ network: string }>(sql`
    select network::text from (
      select distinct ${of(sql`origin`)} as network
      from (select origin_of(ip_address) as origin from ${fresh(since)} and ip_address is not null) came
      where origin is not null and not origin <<= '127.0.0.0/8' and origin <> '::1'
    ) fresh
    where (
      select count(*) from (
        select from signatures
        where ip_address is not null and origin_of(ip_address) ${within(sql`network`)} and confirmed_at > ${moment(from)}
        limit ${count}
      ) enough
    ) = ${count}`);
  return rows.map(({ network }) => network);
}

/** With something fresh and `count` signatures in all, and not established before `newSince`. */
export async function crowdedNewDomains(
  db: Database["db"],
  { since, from, count, newSince, known }: Crowd & { newSince: Date; known: readonly string[] },
): Promise<string[]> {
  const { rows } = await db.execute<{ domain: string }>(sql`
    select domain from (select distinct split_part(email, '@', 2) as domain from ${fresh(since)}) fresh
    where domain <> all(${sql.param(known)}::text[])
      -- In this order: of an established domain there may be very many, and a few of them say that it is.
      and case when ${isEstablished(sql`domain`, newSince)} then false else (
        select count(*) from (
          select from signatures where split_part(email, '@', 2) = domain and confirmed_at > ${moment(from)} limit ${count}
        ) enough
      ) = ${count} end`);
  return rows.map(({ domain }) => domain);
}

function isEstablished(domain: SQL, until: Date): SQL {
  const { days, networks, anyhow } = ESTABLISHED_DOMAIN;
  return sql`(
    select count(*) >= ${anyhow} or count(distinct day) >= ${days} and count(distinct origin) >= ${networks}
    from (
      select ${DAY} as day, coalesce(${WIDE(sql`origin_of(ip_address)`)}::text, id::text) as origin from signatures
      where split_part(email, '@', 2) = ${domain} and confirmed_at <= ${moment(until)} and quarantined_at is null
      limit ${anyhow}
    ) earlier
  )`;
}

export async function hastyDays(db: Database["db"], since: Date): Promise<string[]> {
  const { rows } = await db.execute<{ day: string }>(
    sql`select distinct ${DAY} as day from ${fresh(since)} and seconds_to_confirm <= ${AT_ONCE}`,
  );
  return rows.map(({ day }) => day);
}

export function ofNetwork(network: string, since: Date): Members {
  return sql`ip_address is not null and origin_of(ip_address) ${within(sql`${network}::inet`)} and confirmed_at > ${moment(since)}`;
}

export function ofDomain(domain: string, since: Date): Members {
  return sql`split_part(email, '@', 2) = ${domain} and confirmed_at > ${moment(since)}`;
}

export function confirmedAtOnce(day: string, since: Date): Members {
  return sql`quarantined_at is null and confirmed_at > ${moment(since)} and seconds_to_confirm <= ${AT_ONCE} and ${DAY} = ${day}`;
}

export async function lastLookAt(db: Database["db"], reason: SuspicionReason, key: string): Promise<Date | null> {
  const [row] = await db
    .select()
    .from(clusters)
    .where(and(eq(clusters.reason, reason), eq(clusters.key, key)));
  return row?.lastAt ?? null;
}

export async function idsOf(db: Pick<Database["db"], "execute">, members: Members): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`select id from signatures where ${members}`);
  return rows.map(({ id }) => id);
}

export function among(ids: string[]): Members {
  return sql`id = any(${sql.param(ids)}::uuid[])`;
}

type Opening = { reason: SuspicionReason; key: string; now: Date; lastAt?: Date; requests?: number };

export async function openCluster(tx: Transaction, { reason, key, now, lastAt = now, requests = 0 }: Opening) {
  const [row] = await tx
    .insert(clusters)
    .values({ reason, key, foundAt: now, lastAt, requests })
    .onConflictDoUpdate({ target: [clusters.reason, clusters.key], set: { lastAt, requests } })
    .returning({ id: clusters.id });
  if (!row) throw new Error("A group could not be opened");
  return row;
}

export function someOutside(clusterId: string, members: Members, count: number): Members {
  const isInside = sql`select from ${clusterSignatures} where cluster_id = ${clusterId}::uuid and signature_id = signatures.id`;
  return sql`id in (select id from signatures where ${members} and not exists (${isInside}) limit ${count})`;
}

export async function join(tx: Transaction, clusterId: string, members: Members): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    insert into ${clusterSignatures} (cluster_id, signature_id)
    select ${clusterId}::uuid, id from ${signatures} where ${members} and objected_at is null order by id for key share
    on conflict do nothing`);
  return rowCount ?? 0;
}

const DAY = sql`to_char(confirmed_at at time zone ${sql.raw(`'${PETITION_ZONE}'`)}, 'YYYY-MM-DD')`;

function fresh(since: Date): SQL {
  return sql`signatures where quarantined_at is null and confirmed_at > ${moment(since)}`;
}

function within(network: SQL): SQL {
  const bits = sql`case family(${network}) when 4 then 32 else 128 end`;
  return sql`between set_masklen(${network}, ${bits}) and set_masklen(broadcast(${network}), ${bits})`;
}

function moment(at: Date): SQL {
  return sql`${at.toISOString()}::timestamptz`;
}
