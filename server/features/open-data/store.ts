import { sql } from "drizzle-orm";
import type { CountRow, CountStep } from "../../../contract/open-data.ts";
import type { Database } from "../../platform/database/open.ts";
import { logHours, logState } from "../../platform/database/schema.ts";

const LENGTH_OF_TIME: Record<CountStep, number> = { day: "2026-11-22".length, hour: "2026-11-22T01:00Z".length };

export async function nameOfLog(db: Pick<Database["db"], "select">): Promise<string | null> {
  const [row] = await db.select({ origin: logState.origin }).from(logState);
  return row?.origin ?? null;
}

export async function countRows(db: Pick<Database["db"], "execute">, by: CountStep, since: string): Promise<CountRow[]> {
  const { rows } = await db.execute<Pick<CountRow, keyof CountRow>>(sql`
    with sums as (
      select left(hour, ${LENGTH_OF_TIME[by]}::integer) as time, kind, reason, sum(count) as count
      from ${logHours} where hour >= ${since} group by 1, 2, 3
    )
    select time, ${reasonsOf("added")} as added, ${reasonsOf("removed")} as removed
    from sums where count > 0 group by time order by time`);
  return rows;
}

function reasonsOf(kind: "added" | "removed") {
  return sql`coalesce(json_object_agg(reason, count order by reason) filter (where kind = ${kind}), '{}'::json)`;
}
