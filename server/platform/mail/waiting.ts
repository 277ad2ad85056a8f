import { and, isNotNull, notLike, sql } from "drizzle-orm";
import { restAfter, staleWhileRevalidate } from "../cache/stale-while-revalidate.ts";
import { systemClock as clock } from "../clock.ts";
import { outbox } from "../database/schema.ts";
import type { Writer } from "../jobs/outbox.ts";
import { HELD_BY_CAP } from "./caps.ts";
import { ANY_DECOY } from "./decoy.ts";
import { MAIL_KINDS, type MailKind } from "./metrics.ts";

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
  const countFailed = () => db.$count(outbox, and(isNotNull(outbox.failedAt), notLike(outbox.kind, ANY_DECOY)));
  return {
    all: staleWhileRevalidate(() => countAll(db), { maxAge: restAfter(({ rows }) => rows > SOON_COUNTED), clock }).get,
    failed: staleWhileRevalidate(countFailed, { maxAge: restAfter((failed) => failed > SOON_COUNTED), clock }).get,
  };
}

export async function oldestWaiting(db: Writer): Promise<Map<MailKind, Date>> {
  const { rows } = await db.execute<{ kind: MailKind; oldest: string | null }>(sql`
    select kind, (select min(created_at) from outbox where outbox.kind = kinds.kind and failed_at is null) as oldest
    from unnest(${sql.param(MAIL_KINDS)}::text[]) as kinds(kind)`);
  return new Map(rows.flatMap(({ kind, oldest }) => (oldest === null ? [] : [[kind, new Date(oldest)]])));
}

async function countAll(db: Writer) {
  const isMail = notLike(outbox.kind, ANY_DECOY);
  const [all] = await db
    .select({
      rows: sql<string>`count(*)`,
      waiting: sql<string>`count(*) filter (where failed_at is null and ${isMail})`,
      failed: sql<string>`count(*) filter (where failed_at is not null and ${isMail})`,
      held: sql<string>`count(*) filter (where failed_at is null and last_error = ${HELD_BY_CAP} and ${isMail})`,
    })
    .from(outbox);
  return { rows: Number(all?.rows), waiting: Number(all?.waiting), failed: Number(all?.failed), held: Number(all?.held) };
}
