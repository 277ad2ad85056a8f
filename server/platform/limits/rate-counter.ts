/** The one counter in SQL, on the table `rate_limits`: within a window that begins with its first attempt. */
import { inArray, sql } from "drizzle-orm";
import type { Milliseconds } from "../../../petition/duration.ts";
import type { Transaction } from "../database/open.ts";
import { rateLimits } from "../database/schema.ts";

export interface Counter {
  key: string;
  kind: string;
  times?: number;
}

export type Count = typeof rateLimits.$inferSelect;

export type Counted = Omit<Count, "kind">;

const CLOCKS_DIFFER: Milliseconds = 5 * 60_000;

/** `furthest`: from now. A window that ends later than any that is given now was begun by a clock that was ahead. */
export function isRunning(windowEndsAt: Date, now: Date, furthest: Milliseconds): boolean {
  return windowEndsAt > now && windowEndsAt.getTime() <= now.getTime() + furthest + CLOCKS_DIFFER;
}

/** Text of a statement. `attempts` selects key, kind, count and the window's end, in the order of the keys: rows are locked so (decision 0016). */
export function countingAttempts(attempts: string, now: string): string {
  const isOver = `(rate_limits.window_ends_at <= ${now} or rate_limits.window_ends_at > excluded.window_ends_at + interval '5 minutes')`;
  return `insert into rate_limits (key, kind, count, window_ends_at) ${attempts}
    on conflict (key) do update set
      count = case when ${isOver} then excluded.count else rate_limits.count + excluded.count end,
      window_ends_at = case when ${isOver} then excluded.window_ends_at else rate_limits.window_ends_at end
    returning key, count, window_ends_at`;
}

const COUNTING = sql.raw(
  countingAttempts(`select key, kind, times, "windowEndsAt" from asked order by key`, "(select at from present)"),
);

export async function countAttempt(
  tx: Transaction,
  { counters, now, window }: { counters: Counter[]; now: Date; window: Milliseconds },
): Promise<Counted[]> {
  const windowEndsAt = new Date(now.getTime() + window);
  const asked = JSON.stringify(counters.map(({ key, kind, times = 1 }) => ({ key, kind, times, windowEndsAt })));
  const { rows } = await tx.execute<{ key: string; count: number; ends: number }>(sql`
    with present as (select ${now.toISOString()}::timestamptz as at),
    asked as (
      select * from json_to_recordset(${asked}::json) as asked (key text, kind text, times int, "windowEndsAt" timestamptz)
    ),
    counted as (${COUNTING})
    select key, count, (extract(epoch from window_ends_at) * 1000)::float8 as ends from counted`);
  return rows.map(({ key, count, ends }) => ({ key, count, windowEndsAt: new Date(ends) }));
}

/** For what one statement cannot: locked until the transaction ends, in one order of keys, so that processes cannot deadlock. */
export async function lockCounts(
  tx: Transaction,
  kind: string,
  keys: Iterable<string>,
  now: Date,
): Promise<Map<string, Count>> {
  const fresh = [...new Set(keys)].sort().map((key) => ({ key, kind, count: 0, windowEndsAt: now }));
  await tx.insert(rateLimits).values(fresh).onConflictDoNothing();
  const wanted = fresh.map(({ key }) => key);
  const locked = await tx
    .select()
    .from(rateLimits)
    .where(inArray(rateLimits.key, wanted))
    .orderBy(rateLimits.key)
    .for("update");
  return new Map([...fresh, ...locked].map((count) => [count.key, count]));
}

export async function keepCounts(tx: Transaction, counts: Iterable<Count>): Promise<void> {
  const excluded = { count: sql`excluded.count`, windowEndsAt: sql`excluded.window_ends_at` };
  await tx
    .insert(rateLimits)
    .values([...counts])
    .onConflictDoUpdate({ target: rateLimits.key, set: excluded });
}
