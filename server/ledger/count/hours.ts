import { sql } from "drizzle-orm";
import type { Transaction } from "../../platform/database/open.ts";

export type ByLanguage = Map<string, number>;

export async function sumOfHours(tx: Pick<Transaction, "execute">): Promise<ByLanguage> {
  const { rows } = await tx.execute<{ locale: string; net: string }>(sql`
    select locale, sum(case when kind in ('confirmed', 'released') then count else -count end) as net from hourly_counts group by locale`);
  return new Map(rows.map(({ locale, net }) => [locale, Number(net)]));
}

export function languagesApart(hours: ByLanguage, rows: ByLanguage): string[] {
  return [...new Set([...hours.keys(), ...rows.keys()])].filter((one) => (hours.get(one) ?? 0) !== (rows.get(one) ?? 0));
}

/** An hour that knows of fewer rows missed an import. What was taken out behind our back counts as erased in the hour of `now`. */
export async function mendHours(tx: Transaction, rows: ByLanguage, now: Date): Promise<void> {
  await tx.execute(sql`
    insert into hourly_counts (hour, locale, kind, count)
    select date_trunc('hour', confirmed_at, 'UTC'), locale, 'confirmed', count(*) from signatures group by 1, 2
    on conflict (hour, locale, kind) do update set count = greatest(hourly_counts.count, excluded.count)`);
  const hours = await sumOfHours(tx);
  for (const locale of languagesApart(hours, rows)) {
    const surplus = (hours.get(locale) ?? 0) - (rows.get(locale) ?? 0);
    await tx.execute(sql`
      insert into hourly_counts (hour, locale, kind, count)
      values (date_trunc('hour', ${now.toISOString()}::timestamptz, 'UTC'), ${locale}, ${surplus > 0 ? "erased" : "confirmed"},
        ${Math.abs(surplus)}::integer)
      on conflict (hour, locale, kind) do update set count = hourly_counts.count + excluded.count`);
  }
}
