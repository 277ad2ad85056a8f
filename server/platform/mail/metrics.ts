import { and, isNotNull, like, sql } from "drizzle-orm";
import { Counter } from "prom-client";
import { restAfter, staleWhileRevalidate } from "../cache/stale-while-revalidate.ts";
import { systemClock as clock } from "../clock.ts";
import { type AlarmKind, EMAIL_KINDS, type EmailKind, NOTICE_KINDS, type NoticeKind, outbox } from "../database/schema.ts";
import type { Job, Outcome, Writer } from "../jobs/outbox.ts";
import { processMetrics } from "../metrics/counters.ts";
import { mailAges } from "../metrics/durations.ts";
import { HELD_BY_CAP } from "./caps.ts";
import { isDecoy, withoutDecoy } from "./decoy.ts";

const OUTCOMES = ["sent", "deferred", "held", "failed"] as const;
type MailOutcome = (typeof OUTCOMES)[number];

export type MailKind = EmailKind | NoticeKind;

export const MAIL_KINDS: MailKind[] = [...EMAIL_KINDS, ...NOTICE_KINDS];

export const ALARM_KINDS: AlarmKind[] = ["alarm-mail", "alarm-webhook"];

/** Of people: neither decoys nor alarms. */
export const IS_MAIL = like(outbox.kind, "%-email");

const mails = new Counter({
  name: "petition_mails_total",
  help: "Attempts to send an e-mail: sent, deferred after a passing failure, held by a cap or a pace, or given up",
  labelNames: ["kind", "outcome"],
  registers: [processMetrics],
});
for (const kind of MAIL_KINDS) for (const outcome of OUTCOMES) mails.inc({ kind, outcome }, 0);

export function countAttempt({ kind, createdAt }: Job, outcome: Outcome, now: Date): void {
  if (isDecoy(kind)) return;
  const counted = { kind: withoutDecoy(kind), outcome: outcomeOf(outcome) };
  mails.inc(counted);
  if (counted.outcome === "sent") mailAges.observe({ kind: counted.kind }, (now.getTime() - createdAt.getTime()) / 1000);
}

function outcomeOf(outcome: Outcome): MailOutcome {
  if ("done" in outcome) return "sent";
  if ("later" in outcome) return "deferred";
  return "held" in outcome ? "held" : "failed";
}

const SOON_COUNTED = 1000;

const countings = new WeakMap<Writer, ReturnType<typeof countingOf>>();

export function countMails(db: Writer): ReturnType<typeof countAll> {
  return knownCounting(db).all();
}

export function countFailedMails(db: Writer): Promise<number> {
  return knownCounting(db).failed();
}

export function forgetMailCounts(db: Writer): void {
  countings.delete(db);
}

function knownCounting(db: Writer): ReturnType<typeof countingOf> {
  const counting = countings.get(db) ?? countingOf(db);
  countings.set(db, counting);
  return counting;
}

function countingOf(db: Writer) {
  const countFailed = () => db.$count(outbox, and(isNotNull(outbox.failedAt), IS_MAIL));
  return {
    all: staleWhileRevalidate(() => countAll(db), { maxAge: restAfter(({ rows }) => rows > SOON_COUNTED), clock }).get,
    failed: staleWhileRevalidate(countFailed, { maxAge: restAfter((failed) => failed > SOON_COUNTED), clock }).get,
  };
}

export async function oldestWaiting<Kind extends string = MailKind>(
  db: Writer,
  kinds: Kind[] = MAIL_KINDS as Kind[],
): Promise<Map<Kind, Date>> {
  const { rows } = await db.execute<{ kind: Kind; oldest: string | null }>(sql`
    select kind, (select min(created_at) from outbox where outbox.kind = kinds.kind and failed_at is null) as oldest
    from unnest(${sql.param(kinds)}::text[]) as kinds(kind)`);
  return new Map(rows.flatMap(({ kind, oldest }) => (oldest === null ? [] : [[kind, new Date(oldest)]])));
}

async function countAll(db: Writer) {
  const [all] = await db
    .select({
      rows: sql<string>`count(*)`,
      waiting: sql<string>`count(*) filter (where failed_at is null and ${IS_MAIL})`,
      failed: sql<string>`count(*) filter (where failed_at is not null and ${IS_MAIL})`,
      held: sql<string>`count(*) filter (where failed_at is null and last_error = ${HELD_BY_CAP} and ${IS_MAIL})`,
    })
    .from(outbox);
  return { rows: Number(all?.rows), waiting: Number(all?.waiting), failed: Number(all?.failed), held: Number(all?.held) };
}
