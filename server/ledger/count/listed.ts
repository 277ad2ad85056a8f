import { type SQL, sql } from "drizzle-orm";
import { HOUR } from "../../../petition/duration.ts";
import type { Visibility } from "../../../petition/signing.ts";
import type { Database } from "../../platform/database/open.ts";

export const LISTED_AT = sql.raw("listed_at(confirmed_at, visibility, name_hidden_at)");
export const LISTED_KEY = sql.raw("listed_key(list_key, id)");

/** The name must not leave the server unless it is public. */
export interface SupporterRow {
  /** Leads to no row. It changes when the visibility of the name does. */
  key: string;
  fullName: string;
  visibility: Visibility;
  /** To the minute; to the hour if the name is hidden. */
  confirmedAt: Date;
}

/** The last page of millions costs what the first one does (decision 0007). */
export async function supportersFrom(db: Database["db"], offset: number, limit: number): Promise<SupporterRow[]> {
  const { rows } = await db.execute<{ key: string; full_name: string; visibility: Visibility; at: string }>(
    listedFrom(offset, limit),
  );
  return rows.map((row) => ({
    key: row.key.replaceAll("-", ""),
    fullName: row.full_name,
    visibility: row.visibility,
    confirmedAt: new Date(row.at),
  }));
}

/** In the order of the index: `nulls last` would sort all rows. Blocks are added up from the nearer end, since there are thousands. */
export function listedFrom(offset: number, limit: number): SQL {
  const skipped = sql`${offset}::bigint`;
  const number = sql`(select count from signature_count)`;
  return sql`
    with home as (
      (
        select start_at, start_id, before from (
          select start_at, start_id, sum(count) over (order by start_at desc, start_id desc rows unbounded preceding) - count as before, count
          from supporter_blocks
        ) newest_first
        where before + count > ${skipped} and ${skipped} * 2 < ${number}
        order by start_at desc, start_id desc limit 1
      ) union all (
        select start_at, start_id, before from (
          select start_at, start_id, ${number} - sum(count) over (order by start_at, start_id rows unbounded preceding) as before
          from supporter_blocks
        ) oldest_first
        where before <= ${skipped} and ${skipped} * 2 >= ${number} and ${skipped} < ${number}
        order by start_at, start_id limit 1
      )
    )
    select listed.* from home
    left join lateral (
      select start_at as at, start_id as id from supporter_blocks newer
      where (newer.start_at, newer.start_id) > (home.start_at, home.start_id) order by newer.start_at, newer.start_id limit 1
    ) newer on true, lateral (
      select ${LISTED_AT} as at, ${LISTED_KEY} as key from signatures
      where quarantined_at is null
        and (${LISTED_AT}, ${LISTED_KEY}) < (coalesce(newer.at, 'infinity'), coalesce(newer.id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
      order by ${LISTED_AT} desc, ${LISTED_KEY} desc
      offset ${skipped} - home.before limit 1
    ) first, lateral (
      select ${LISTED_KEY} as key, full_name, ${LISTED_AT} as at,
        case when name_hidden_at is null then visibility else 'private' end as visibility
      from signatures
      where quarantined_at is null and (${LISTED_AT}, ${LISTED_KEY}) <= (first.at, first.key)
      order by ${LISTED_AT} desc, ${LISTED_KEY} desc limit ${limit}
    ) listed`;
}

/** Of whole hours, only the first block's rows are read. */
export function confirmedSince(moment: Date): SQL<string> {
  const since = sql`${moment.toISOString()}::timestamptz`;
  const hour = sql`${new Date(Math.ceil(moment.getTime() / HOUR) * HOUR).toISOString()}::timestamptz`;
  return sql<string>`(
    select coalesce(whole.count, 0) + (
      select count(*) from signatures
      where quarantined_at is null and ${LISTED_AT} >= ${hour} and (${LISTED_AT}, ${LISTED_KEY})
        < (coalesce(next.start_at, 'infinity'), coalesce(next.start_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
    ) + (
      select count(*) from signatures where quarantined_at is null and confirmed_at >= ${since} and confirmed_at < ${hour})
    from (select sum(count) as count from supporter_blocks where start_at >= ${hour}) whole
    left join (
      select start_at, start_id from supporter_blocks where start_at >= ${hour} order by start_at, start_id limit 1
    ) next on true)`;
}

/** By time of confirmation, the latest first, for the administrator alone. */
export async function confirmedFrom(db: Database["db"], offset: number, limit: number): Promise<string[]> {
  const [first] = await supportersFrom(db, offset, 1);
  if (!first) return [];
  const hourEnds = new Date((Math.floor(first.confirmedAt.getTime() / HOUR) + 1) * HOUR);
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from signatures
    where quarantined_at is null and confirmed_at < ${hourEnds.toISOString()}::timestamptz
    order by confirmed_at desc, id desc offset ${offset}::bigint - ${confirmedSince(hourEnds)} limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** `first`: how many come before them in the list. */
export async function countBetween(db: Database["db"], { from, to }: { from: Date; to: Date }) {
  const { rows } = await db.execute<{ first: string; upto: string }>(
    sql`select ${confirmedSince(to)} as first, ${confirmedSince(from)} as upto`,
  );
  const [{ first = 0, upto = 0 } = {}] = rows;
  return { first: Number(first), total: Number(upto) - Number(first) };
}

/** If there is nobody, the query must not read millions of rows. */
const LOOKED_AT = 10_000;

export async function hasPublicSupporter(db: Database["db"]): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from (
      select visibility, name_hidden_at from signatures
      where quarantined_at is null order by confirmed_at desc, id desc limit ${LOOKED_AT}
    ) latest
    where visibility = 'public' and name_hidden_at is null limit 1`);
  return rows.length > 0;
}
