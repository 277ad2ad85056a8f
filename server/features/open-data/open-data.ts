import { sql } from "drizzle-orm";
import type { CountRow, CountStep, OpenCounts } from "../../../contract/open-data.ts";
import { isLanguage } from "../../../petition/language.ts";
import { SMALLEST_LANGUAGE } from "../../../petition/small-groups.ts";
import type { Context } from "../../context.ts";
import { type ByLanguage, sumOfHours } from "../../ledger/count/reconcile.ts";
import { type Revalidated, staleWhileRevalidate } from "../../platform/cache/stale-while-revalidate.ts";
import type { Database } from "../../platform/database/open.ts";
import { logHours, logPaper, logState } from "../../platform/database/schema.ts";

type Tools = Pick<Context, "db" | "clock">;

const MAX_AGE = 1000;
const EARLIER_MAX_AGE = 10 * 60_000;

export function openData(tools: Tools) {
  const kept = { day: keptCounts("day", tools), hour: keptCounts("hour", tools) };
  return { openCounts: (by: CountStep) => kept[by].get() };
}

function keptCounts(by: CountStep, { db, clock }: Tools): Revalidated<OpenCounts> {
  const known = staleWhileRevalidate(() => countRows(db, by, ""), { maxAge: EARLIER_MAX_AGE, clock });

  let log: string | null = null;

  async function load(): Promise<OpenCounts> {
    const present = await nameOfLog(db);
    if (present !== log) known.drop();
    log = present;
    const earlier = await known.get();
    const last = earlier.at(-1)?.time ?? "";
    const [rows, languages] = await Promise.all([countRows(db, by, last), sumOfHours(db)]);
    return { by, rows: [...earlier.slice(0, -1), ...rows], languages: apartByLanguage(languages) };
  }

  return staleWhileRevalidate(load, { maxAge: MAX_AGE, clock });
}

function apartByLanguage(counts: ByLanguage): OpenCounts["languages"] {
  const shown: OpenCounts["languages"] = [];
  let rest = 0;
  for (const [language, count] of counts)
    if (isLanguage(language) && count >= SMALLEST_LANGUAGE) shown.push({ language, count });
    else rest += count;
  shown.sort((a, b) => b.count - a.count || (a.language < b.language ? -1 : 1));
  return [...shown, ...(rest >= SMALLEST_LANGUAGE ? [{ language: "other" as const, count: rest }] : [])];
}

const LENGTH_OF_TIME: Record<CountStep, number> = { day: "2026-11-22".length, hour: "2026-11-22T01:00Z".length };

async function nameOfLog(db: Pick<Database["db"], "select">): Promise<string | null> {
  const [row] = await db.select({ origin: logState.origin }).from(logState);
  return row?.origin ?? null;
}

/** Of paper by how much its number changed. */
async function countRows(db: Pick<Database["db"], "execute">, by: CountStep, since: string): Promise<CountRow[]> {
  const { rows } = await db.execute<Pick<CountRow, keyof CountRow>>(sql`
    with entries as (
      select hour, kind, reason, count from ${logHours}
      union all
      select hour, 'paper', reason, valid - lag(valid, 1, 0) over (partition by batch order by index) from ${logPaper}
    ), sums as (
      select left(hour, ${LENGTH_OF_TIME[by]}::integer) as time, kind, reason, sum(count) as count
      from entries where hour >= ${since} group by 1, 2, 3
    )
    select time, ${reasonsOf("added")} as added, ${reasonsOf("removed")} as removed, ${reasonsOf("paper")} as paper
    from sums where count <> 0 group by time order by time`);
  return rows;
}

function reasonsOf(kind: "added" | "removed" | "paper") {
  return sql`coalesce(json_object_agg(reason, count order by reason) filter (where kind = ${kind}), '{}'::json)`;
}
