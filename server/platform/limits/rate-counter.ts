import { sql } from "drizzle-orm";
import type { Transaction } from "../database/open.ts";

export interface Counter {
  key: string;
  kind: string;
}

export interface Counted {
  key: string;
  count: number;
  windowEndsAt: Date;
}

/** Text of a statement. `attempts` selects key, kind, count and the window's end, in the order of the keys: rows are locked so (decision 0016). */
export function countingAttempts(attempts: string, now: string): string {
  // A window that ends later than one that begins now was begun by a clock that was ahead.
  const isOver = `(rate_limits.window_ends_at <= ${now} or rate_limits.window_ends_at > excluded.window_ends_at + interval '5 minutes')`;
  return `insert into rate_limits (key, kind, count, window_ends_at) ${attempts}
    on conflict (key) do update set
      count = case when ${isOver} then excluded.count else rate_limits.count + excluded.count end,
      window_ends_at = case when ${isOver} then excluded.window_ends_at else rate_limits.window_ends_at end
    returning key, count, window_ends_at`;
}

const COUNTING = sql.raw(
  countingAttempts(`select key, kind, 1, "windowEndsAt" from asked order by key`, "(select at from present)"),
);

export async function countAttempt(
  tx: Transaction,
  { counters, now, window }: { counters: Counter[]; now: Date; window: number },
): Promise<Counted[]> {
  const windowEndsAt = new Date(now.getTime() + window);
  const asked = JSON.stringify(counters.map(({ key, kind }) => ({ key, kind, windowEndsAt })));
  const { rows } = await tx.execute<{ key: string; count: number; ends: number }>(sql`
    with present as (select ${now.toISOString()}::timestamptz as at),
    asked as (select * from json_to_recordset(${asked}::json) as asked (key text, kind text, "windowEndsAt" timestamptz)),
    counted as (${COUNTING})
    select key, count, (extract(epoch from window_ends_at) * 1000)::float8 as ends from counted`);
  return rows.map(({ key, count, ends }) => ({ key, count, windowEndsAt: new Date(ends) }));
}
