import { sql } from "drizzle-orm";
import type { AdminCharts } from "../../../contract/administration/charts.ts";
import { dayAfter, dayOfMoment, PETITION_ZONE } from "../../../petition/calendar.ts";
import { providerOf } from "../../../petition/mail-providers.ts";
import { PACE_DAYS, targetReachedAt } from "../../../petition/projection.ts";
import { SMALLEST_GROUP } from "../../../petition/small-groups.ts";
import type { Context } from "../../context.ts";
import { readCount } from "../../ledger/count/count.ts";
import { staleWhileRevalidate } from "../../platform/cache/stale-while-revalidate.ts";
import type { Database } from "../../platform/database/open.ts";
import { hourlyCounts, pendingConfirmations } from "../../platform/database/schema.ts";
import { ageFor } from "../age.ts";

const HOUR = 60 * 60_000;
const HOURS_SHOWN = 48;

type Tools = Pick<Context, "db" | "clock" | "configuration">;

/** The answer reads the figures of that moment, or of the last minute. */
export function openCharts(tools: Tools): () => Promise<AdminCharts> {
  return staleWhileRevalidate(() => charts(tools), {
    maxAge: ({ signatureCount }) => ageFor(signatureCount),
    clock: tools.clock,
  }).get;
}

async function charts({ db, clock, configuration: { targetCount } }: Tools): Promise<AdminCharts> {
  const now = clock.now();
  const { count } = await readCount(db);
  const days = await readDays(db, now);
  const byDomain = await readDomains(db);
  const week = days.slice(-PACE_DAYS);
  const pace = week.reduce((sum, day) => sum + growth(day), 0) / Math.max(1, week.length);
  const sum = (figure: Exclude<keyof Domain, "domain">) => byDomain.reduce((total, one) => total + one[figure], 0);
  return {
    hours: await readHours(db, now),
    days,
    languages: await readLanguages(db),
    signatureCount: count,
    targetCount,
    // A first day that lasts an hour would be taken for a whole one.
    targetReachedOn: (days.length > PACE_DAYS && targetReachedAt(count, targetCount, pace, now)?.toISOString()) || null,
    funnel: { signed: sum("signed"), mailed: sum("mailed"), failed: sum("failed"), confirmed: sum("confirmed") },
    providers: providersFrom(byDomain),
  };
}

const CONFIRMED = sql<string>`coalesce(sum(count) filter (where kind = 'confirmed'), 0)`;
const ERASED = sql<string>`coalesce(sum(count) filter (where kind = 'erased'), 0)`;
const WITHHELD = sql<string>`
  coalesce(sum(case kind when 'quarantined' then count else -count end) filter (where kind in ('quarantined', 'released')), 0)`;
const CHANGES = { confirmed: CONFIRMED, erased: ERASED, withheld: WITHHELD };

interface Changes {
  confirmed: string;
  erased: string;
  withheld: string;
}

function changesIn(row?: Changes) {
  return { confirmed: Number(row?.confirmed ?? 0), erased: Number(row?.erased ?? 0), withheld: Number(row?.withheld ?? 0) };
}

function growth({ confirmed, erased, withheld }: ReturnType<typeof changesIn>): number {
  return confirmed - erased - withheld;
}

async function readHours(db: Database["db"], now: Date): Promise<AdminCharts["hours"]> {
  const last = Math.floor(now.getTime() / HOUR) * HOUR;
  const first = last - (HOURS_SHOWN - 1) * HOUR;
  const rows = await db
    .select({ hour: hourlyCounts.hour, ...CHANGES })
    .from(hourlyCounts)
    .where(sql`${hourlyCounts.hour} >= ${new Date(first).toISOString()}::timestamptz`)
    .groupBy(hourlyCounts.hour);
  const known = new Map(rows.map((row) => [row.hour.getTime(), row]));
  return Array.from({ length: HOURS_SHOWN }, (_, index) => {
    const start = first + index * HOUR;
    return { start: new Date(start).toISOString(), ...changesIn(known.get(start)) };
  });
}

async function readDays(db: Database["db"], now: Date): Promise<AdminCharts["days"]> {
  // Of each hour once, not of each of its languages: to write out a time is the dear part.
  const hourly = db
    .select({ hour: hourlyCounts.hour, kind: hourlyCounts.kind, count: sql`sum(${hourlyCounts.count})`.as("count") })
    .from(hourlyCounts)
    .groupBy(hourlyCounts.hour, hourlyCounts.kind)
    .as("hourly");
  const day = sql<string>`to_char(${hourly.hour} at time zone ${sql.raw(`'${PETITION_ZONE}'`)}, 'YYYY-MM-DD')`;
  const rows = await db
    .select({ day, ...CHANGES })
    .from(hourly)
    .groupBy(day)
    .orderBy(day);
  const known = new Map(rows.map((row) => [row.day, row]));
  const today = dayOfMoment(now);
  const days: AdminCharts["days"] = [];
  for (let next = rows[0]?.day ?? today; next <= today; next = dayAfter(next)) {
    days.push({ day: next, ...changesIn(known.get(next)) });
  }
  return days;
}

async function readLanguages(db: Database["db"]): Promise<AdminCharts["languages"]> {
  const rows = await db
    .select({ language: hourlyCounts.locale, ...CHANGES })
    .from(hourlyCounts)
    .groupBy(hourlyCounts.locale);
  return rows
    .map(({ language, ...changes }) => ({ language, count: growth(changesIn(changes)) }))
    .sort((one, other) => other.count - one.count);
}

interface Domain {
  domain: string;
  signed: number;
  mailed: number;
  failed: number;
  confirmed: number;
}

/** What was entered stays until its link would have run out, confirmed or not: so much is known of the last day. */
async function readDomains(db: Database["db"]): Promise<Domain[]> {
  const domain = sql<string>`split_part(${pendingConfirmations.normalisedEmail}, '@', 2)`;
  const having = (condition: ReturnType<typeof sql>) => sql<string>`count(*) filter (where ${condition})`;
  const rows = await db
    .select({
      domain,
      signed: sql<string>`count(*)`,
      mailed: having(sql`email_sent_at is not null or status = 'confirmed'`),
      failed: having(sql`status = 'failed'`),
      confirmed: having(sql`status = 'confirmed'`),
    })
    .from(pendingConfirmations)
    .groupBy(domain);
  return rows.map((row) => ({
    domain: row.domain,
    signed: Number(row.signed),
    mailed: Number(row.mailed),
    failed: Number(row.failed),
    confirmed: Number(row.confirmed),
  }));
}

/** No group is smaller than {@link SMALLEST_GROUP}, nor can one be found by subtracting the others from the whole. */
export function providersFrom(domains: Pick<Domain, "domain" | "signed" | "confirmed">[]): AdminCharts["providers"] {
  const groups = new Map<string, { signed: number; confirmed: number }>();
  for (const { domain, signed, confirmed } of domains) {
    const name = providerOf(domain)?.name ?? domain;
    const group = groups.get(name) ?? { signed: 0, confirmed: 0 };
    groups.set(name, { signed: group.signed + signed, confirmed: group.confirmed + confirmed });
  }
  const named = [...groups].sort(([, one], [, other]) => other.signed - one.signed);
  const shown = named.filter(([, { signed }]) => signed >= SMALLEST_GROUP);
  const rest = { signed: 0, confirmed: 0 };
  const addToRest = ({ signed, confirmed }: typeof rest) => {
    rest.signed += signed;
    rest.confirmed += confirmed;
  };
  for (const [, group] of named) if (group.signed < SMALLEST_GROUP) addToRest(group);
  while (rest.signed > 0 && rest.signed < SMALLEST_GROUP && shown.length > 0) addToRest(shown.pop()?.[1] ?? rest);
  const apart = shown.map(([provider, group]) => ({ provider, ...group }));
  return rest.signed >= SMALLEST_GROUP ? [...apart, { provider: null, ...rest }] : apart;
}
