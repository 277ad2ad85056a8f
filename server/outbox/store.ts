/** An entry belongs to the process that took it until its lease ends; no connection is held meanwhile. */
import { and, asc, eq, getTableColumns, gt, inArray, isNull, lt, lte, or, type SQL, sql } from "drizzle-orm";
import type { Clock } from "../clock.ts";
import { outbox } from "../database/schema.ts";
import type { Job, Kind, Outcome, Writer } from "./job.ts";

const SECOND = 1000;

export interface Held {
  job: Job;
  leasedUntil: Date;
}

interface Taking {
  kinds: Kind[];
  most: number;
  now: Date;
  /** Milliseconds. */
  lease: number;
}

type Row = typeof outbox.$inferSelect;

/** Of what is due the first `most`; rows that others are just taking are skipped, so that nobody waits for anybody. */
export async function takeDue(db: Writer, { kinds, most, now, lease }: Taking): Promise<Held[]> {
  const leasedUntil = later(now, lease);
  const due = db.$with("due").as(
    db
      .select({ id: outbox.id })
      .from(outbox)
      .where(
        and(
          isNull(outbox.failedAt),
          lte(outbox.nextAttemptAt, now),
          // A lease that ends later than any of now was taken by a clock that was ahead.
          or(isNull(outbox.leasedUntil), lt(outbox.leasedUntil, now), gt(outbox.leasedUntil, later(leasedUntil, lease))),
          inArray(outbox.kind, kinds),
        ),
      )
      .orderBy(asc(outbox.nextAttemptAt), asc(outbox.createdAt))
      .limit(most)
      .for("update", { skipLocked: true }),
  );
  const taken = await db
    .with(due)
    .update(outbox)
    .set({ leasedUntil })
    .where(inArray(outbox.id, sql`(select id from due)`))
    .returning(getTableColumns(outbox));
  return taken.sort(byTurn).map((row) => ({ job: jobFrom(row), leasedUntil }));
}

export async function renewLeases(db: Writer, held: Held[], leasedUntil: Date): Promise<string[]> {
  const renewed = await db
    .update(outbox)
    .set({ leasedUntil })
    .where(inArray(outbox.id, unlocked(db, or(...held.map(isUnderLease)))))
    .returning({ id: outbox.id });
  return renewed.map(({ id }) => id);
}

export async function endLeases(db: Writer, ids: string[]): Promise<void> {
  await db
    .update(outbox)
    .set({ leasedUntil: null })
    .where(inArray(outbox.id, unlocked(db, inArray(outbox.id, ids))));
}

/** Answers whether the entry was still ours. */
export function noteDown(db: Writer, held: Held, outcome: Outcome, clock: Clock): Promise<boolean> {
  const ours = isUnderLease(held);
  return db.transaction(async (tx) => {
    const settled =
      "done" in outcome
        ? await tx.delete(outbox).where(ours).returning({ id: outbox.id })
        : await tx
            .update(outbox)
            .set(afterFailure(held.job, outcome, clock.now()))
            .where(ours)
            .returning({ id: outbox.id });
    if (settled.length === 0) return false;
    await outcome.also?.(tx);
    return true;
  });
}

export function later(moment: Date, duration: number): Date {
  return new Date(moment.getTime() + duration);
}

/** Those that nobody is erasing or settling at this moment: several at once wait for nobody. */
function unlocked(db: Writer, these: SQL | undefined) {
  return db.select({ id: outbox.id }).from(outbox).where(these).for("update", { skipLocked: true });
}

function isUnderLease({ job, leasedUntil }: Held) {
  return and(eq(outbox.id, job.id), eq(outbox.leasedUntil, leasedUntil));
}

function afterFailure(job: Job, outcome: Exclude<Outcome, { done: true }>, now: Date) {
  const failure = { attempts: job.failures + 1, leasedUntil: null, lastError: outcome.error };
  if ("never" in outcome) return { ...failure, failedAt: now };
  if ("held" in outcome) return { ...failure, attempts: job.failures, nextAttemptAt: notAtOnce(outcome.held, now) };
  return { ...failure, nextAttemptAt: notAtOnce(outcome.later, now) };
}

/** An entry that is due again in the same pass would keep it from ever ending. */
function notAtOnce(moment: Date, now: Date): Date {
  return new Date(Math.max(moment.getTime(), now.getTime() + SECOND));
}

function byTurn(one: Row, other: Row): number {
  return one.nextAttemptAt.getTime() - other.nextAttemptAt.getTime() || one.createdAt.getTime() - other.createdAt.getTime();
}

function jobFrom({ id, kind, subjectId, payload, attempts, createdAt }: Row): Job {
  return { id, kind, subjectId, payload, failures: attempts, createdAt };
}
