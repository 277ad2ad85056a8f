import { type SQL, sql } from "drizzle-orm";
import type { Visibility } from "../../petition/signing.ts";
import type { Database } from "../database/open.ts";

/** The name must not leave the server unless it is public. */
export interface SupporterRow {
  id: string;
  fullName: string;
  visibility: Visibility;
  confirmedAt: Date;
}

/** The last page of millions costs what the first one does (decision 0007). */
export async function supportersFrom(db: Database["db"], offset: number, limit: number): Promise<SupporterRow[]> {
  const { rows } = await db.execute<{ id: string; full_name: string; visibility: Visibility; confirmed_at: string }>(
    listedFrom(offset, limit),
  );
  return rows.map((row) => ({
    id: row.id,
    fullName: row.full_name,
    visibility: row.visibility,
    confirmedAt: new Date(row.confirmed_at),
  }));
}

/** In the very order of the index, read backwards: with `nulls last` PostgreSQL would sort all rows. */
export function listedFrom(offset: number, limit: number): SQL {
  return sql`
    with blocks as (
      select start_at, start_id, count,
        sum(count) over list as upto,
        lag(start_at) over list as newer_at,
        lag(start_id) over list as newer_id
      from supporter_blocks
      window list as (order by start_at desc, start_id desc)
    ), home as (
      select * from blocks where upto > ${offset} order by start_at desc, start_id desc limit 1
    )
    select listed.* from home, lateral (
      select id, full_name, confirmed_at,
        case when name_hidden_at is null then visibility else 'private' end as visibility
      from signatures
      where quarantined_at is null
        and (confirmed_at, id)
          < (coalesce(home.newer_at, 'infinity'), coalesce(home.newer_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
      order by confirmed_at desc, id desc
      offset ${offset}::bigint - (home.upto - home.count) limit ${limit}
    ) listed`;
}

export async function hasPublicSupporter(db: Database["db"]): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from signatures
    where quarantined_at is null and visibility = 'public' and name_hidden_at is null order by confirmed_at desc, id desc limit 1`);
  return rows.length > 0;
}
