import { count, type SQL, sql } from "drizzle-orm";
import type { AdminCharts } from "../../../contract/administration/signatures.ts";
import { dayAfter, dayOfMoment, PETITION_ZONE } from "../../../petition/calendar.ts";
import { HOUR } from "../../../petition/duration.ts";
import { providerOf } from "../../../petition/mail-providers.ts";
import { PACE_DAYS, targetReachedAt } from "../../../petition/projection.ts";
import { SMALLEST_GROUP } from "../../../petition/small-groups.ts";
import type { Context } from "../../context.ts";
import { readCount } from "../../ledger/count/count.ts";
import { staleWhileRevalidate } from "../../platform/cache/stale-while-revalidate.ts";
import type { Database } from "../../platform/database/open.ts";
import { hourlyCounts, pendingConfirmations } from "../../platform/database/schema.ts";
import { ageFor } from "../answering.ts";

const HOURS_SHOWN = 48;

type Tools = Pick<Context, "db" | "clock" | "configuration">;

export function openCharts(tools: Tools): () => Promise<AdminCharts> {
  return staleWhileRevalidate(() => charts(tools), {
    maxAge: ({ signatureCount }) => ageFor(signatureCount),
    clock: tools.clock,
  }).get;
}

async function charts({ db, clock, configuration: { targetCount } }: Tools): Promise<AdminCharts> {
  const now = clock.now();
  const { count: signatureCount } = await readCount(db);
  const days = await readDays(db, now);
  const byDomain = await readDomains(db);
  const week = days.slice(-PACE_DAYS);
  const pace = week.reduce((sum, day) => sum + growth(day), 0) / Math.max(1, week.length);
  const sum = (figure: Exclude<keyof Domain, "domain">) => byDomain.reduce((total, one) => total + one[figure], 0);
  return {
    hours: await readHours(db, now),
    days,
    languages: await readLanguages(db),
    signatureCount,
    targetCount,
    // A first day of one hour would count as a whole day.
    targetReachedOn:
      (days.length > PACE_DAYS && targetReachedAt(signatureCount, targetCount, pace, now)?.toISOString()) || null,
    funnel: { signed: sum("signed"), mailed: sum("mailed"), failed: sum("failed"), confirmed: sum("confirmed") },
    providers: providersFrom(byDomain),
  };
}

const CHANGES = {
  confirmed: sql`coalesce(sum(count) filter (where kind = 'confirmed'), 0)`.mapWith(Number),
  erased: sql`coalesce(sum(count) filter (where kind = 'erased'), 0)`.mapWith(Number),
  withheld: sql`
    coalesce(sum(case kind when 'quarantined' then count else -count end) filter (where kind in ('quarantined', 'released')), 0)
  `.mapWith(Number),
};

const UNCHANGED = { confirmed: 0, erased: 0, withheld: 0 };

function growth({ confirmed, erased, withheld }: typeof UNCHANGED): number {
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
  const known = new Map(rows.map(({ hour, ...changes }) => [hour.getTime(), changes]));
  return Array.from({ length: HOURS_SHOWN }, (_, index) => {
    const start = first + index * HOUR;
    return { start: new Date(start).toISOString(), ...(known.get(start) ?? UNCHANGED) };
  });
}

async function readDays(db: Database["db"], now: Date): Promise<AdminCharts["days"]> {
  // Of each hour once, not of each of its languages: formatting a time is the expensive part.
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
  const known = new Map(rows.map(({ day, ...changes }) => [day, changes]));
  const today = dayOfMoment(now);
  const days: AdminCharts["days"] = [];
  for (let next = rows[0]?.day ?? today; next <= today; next = dayAfter(next)) {
    days.push({ day: next, ...(known.get(next) ?? UNCHANGED) });
  }
  return days;
}

async function readLanguages(db: Database["db"]): Promise<AdminCharts["languages"]> {
  const rows = await db
    .select({ language: hourlyCounts.locale, ...CHANGES })
    .from(hourlyCounts)
    .groupBy(hourlyCounts.locale);
  return rows
    .map(({ language, ...changes }) => ({ language, count: growth(changes) }))
    .sort((one, other) => other.count - one.count);
}

type Domain = Awaited<ReturnType<typeof readDomains>>[number];

/** An entry stays until its link would have expired, confirmed or not: so this is about the last day. */
async function readDomains(db: Database["db"]) {
  const domain = sql<string>`split_part(${pendingConfirmations.normalisedEmail}, '@', 2)`;
  const having = (condition: SQL) => sql`count(*) filter (where ${condition})`.mapWith(Number);
  return db
    .select({
      domain,
      signed: count(),
      mailed: having(sql`email_sent_at is not null or status = 'confirmed'`),
      failed: having(sql`status = 'failed'`),
      confirmed: having(sql`status = 'confirmed'`),
    })
    .from(pendingConfirmations)
    .groupBy(domain);
}

/** No group is smaller than {@link SMALLEST_GROUP}, nor can one be found by subtracting the others from the whole. */
export function providersFrom(domains: Pick<Domain, "domain" | "signed" | "confirmed">[]): AdminCharts["providers"] {
  const groups = new Map<string, AdminCharts["providers"][number]>();
  for (const { domain, signed, confirmed } of domains) {
    const name = providerOf(domain)?.name ?? domain;
    const group = groups.get(name) ?? { provider: name, signed: 0, confirmed: 0 };
    groups.set(name, { ...group, signed: group.signed + signed, confirmed: group.confirmed + confirmed });
  }
  const sorted = [...groups.values()].sort((one, other) => other.signed - one.signed);
  const shown = sorted.filter(({ signed }) => signed >= SMALLEST_GROUP);
  const others = sorted.slice(shown.length);
  const sum = (figure: "signed" | "confirmed") => others.reduce((total, one) => total + one[figure], 0);
  for (let last = shown.at(-1); last && sum("signed") > 0 && sum("signed") < SMALLEST_GROUP; last = shown.at(-1)) {
    shown.pop();
    others.push(last);
  }
  const rest = { provider: null, signed: sum("signed"), confirmed: sum("confirmed") };
  return rest.signed >= SMALLEST_GROUP ? [...shown, rest] : shown;
}
