/**
 * Consequences: put down in the transaction that causes them, done afterwards at least once, by whichever process is free.
 *
 * A process takes due entries under a lease and keeps renewing it while it works; the lease of a dead one runs out and
 * others take over within a minute ({@link LEASE} + {@link POLL_EVERY}). No connection is held while a handler runs.
 */
import { setTimeout as pause } from "node:timers/promises";
import { and, asc, eq, getTableColumns, gt, inArray, isNull, lt, lte, or, type SQL, sql } from "drizzle-orm";
import type { NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import type { Clock } from "../clock.ts";
import { tryAgain } from "../database/again.ts";
import { isAway } from "../database/failures.ts";
import type * as schema from "../database/schema.ts";
import { outbox } from "../database/schema.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** How long an entry belongs to the process that took it. */
export const LEASE = 50 * SECOND;
const RENEW_EVERY = 15 * SECOND;
export const POLL_EVERY = 5 * SECOND;
/** Woken, it begins within so long, by chance: what follows from a request must not show in the time of the very next answers. */
const SOON = SECOND;

/** The back-off after a handler threw: doubled each time, up to an hour. */
const FIRST_BACK_OFF = MINUTE;
const LONGEST_BACK_OFF = 60 * MINUTE;

/** A database or a transaction of it. */
export type Writer = PgDatabase<NodePgQueryResultHKT, typeof schema>;

type Kind = (typeof outbox.$inferSelect)["kind"];

export interface Entry {
  kind: Kind;
  /** The row that the consequence is about. */
  subjectId: string;
  /** Sealed by the caller where it holds personal data. */
  payload?: string;
  /** Not before. */
  at: Date;
}

export interface Job {
  id: string;
  kind: Kind;
  subjectId: string;
  payload: string | null;
  /** How often it has failed so far. */
  failures: number;
  createdAt: Date;
}

/**
 * What became of a job. `also` is written in the transaction that settles the entry, so that both happen or neither
 * (it is not called `then`, since an object with a `then` is mistaken for a promise). `error` holds no personal data. `after`: what is
 * done is noted so many milliseconds later; meanwhile its worker does something else.
 */
export type Outcome = { also?: (tx: Writer) => Promise<void> } & (
  | { done: true; after?: number }
  | { later: Date; error: string }
  /** Not yet, and no failure: it is not its turn. */
  | { held: Date; error: string }
  | { never: true; error: string }
);

/** Does the consequence. May run twice for one entry, if its process dies in between: make that harmless. */
export type Handler = (job: Job) => Promise<Outcome>;

export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface OutboxTools {
  db: Writer;
  clock: Clock;
  /** Entries of other kinds are left alone: during a roll-out another release knows them. */
  kinds: Partial<Record<Kind, Handler>>;
  log: Log;
  /** Jobs at the same time in this process. */
  concurrency?: number;
  /** Entries taken by one statement. */
  batch?: number;
  /** Milliseconds between looks at the table without being woken. */
  pollEvery?: number;
  renewEvery?: number;
}

export interface Outbox {
  start(): void;
  /** Says that something may be due: call it after the commit. It is taken up within a second. Returns at once and never throws. */
  wake(): void;
  /** Finishes the jobs in hand, starts none, gives back what was taken and not begun. */
  stop(): Promise<void>;
  /** Does everything that is due now, and answers how many jobs that were. */
  runDue(): Promise<number>;
}

/** Puts a consequence down, in the caller's transaction. */
export async function put(tx: Writer, { kind, subjectId, payload, at }: Entry): Promise<void> {
  await tx.insert(outbox).values({ kind, subjectId, payload, nextAttemptAt: at, createdAt: at });
}

/** Takes away what is about rows that are about to go. What is being done at this moment is left: it ends by itself. */
export async function forget(tx: Writer, subjectIds: string[]): Promise<void> {
  const idle = tx.select({ id: outbox.id }).from(outbox).where(inArray(outbox.subjectId, subjectIds));
  await tx.delete(outbox).where(inArray(outbox.id, idle.for("update", { skipLocked: true })));
}

export function openOutbox({
  db,
  clock,
  kinds,
  log,
  concurrency = 10,
  batch = 50,
  pollEvery = POLL_EVERY,
  renewEvery = RENEW_EVERY,
}: OutboxTools): Outbox {
  /** Taken under a lease, begun or not, with the end of that lease. */
  const inHand = new Map<string, { job: Job; leasedUntil: Date }>();
  const waiting: Job[] = [];
  const workers = new Set<Promise<void>>();
  /** Done, and to be noted a little later. */
  const resting = new Set<Promise<void>>();
  let taking: Promise<void> | null = null;
  let renewing: Promise<void> | null = null;
  let isDrained = false;
  let isStopped = false;
  let handled = 0;
  let timers: NodeJS.Timeout[] = [];
  let soon: NodeJS.Timeout | undefined;

  return {
    start() {
      isStopped = false;
      for (const timer of timers) clearInterval(timer);
      timers = [setInterval(begin, pollEvery), setInterval(renewSoon, renewEvery)];
      for (const timer of timers) timer.unref();
      begin();
    },
    wake,
    async stop() {
      isStopped = true;
      for (const timer of timers) clearInterval(timer);
      clearTimeout(soon);
      soon = undefined;
      await taking;
      const unbegun = waiting.splice(0);
      await allWorkersGone();
      await giveBack(unbegun);
    },
    async runDue() {
      const before = handled;
      begin();
      await allWorkersGone();
      return handled - before;
    },
  };

  function wake(): void {
    if (isStopped) return;
    soon ??= setTimeout(() => {
      soon = undefined;
      begin();
    }, Math.random() * SOON).unref();
  }

  function begin(): void {
    isDrained = false;
    while (!isStopped && workers.size < concurrency) {
      const worker = work().finally(() => workers.delete(worker));
      workers.add(worker);
    }
  }

  async function work(): Promise<void> {
    for (let job = await nextJob(); job; job = await nextJob()) {
      if (!isStillOurs(job)) {
        inHand.delete(job.id);
        continue;
      }
      const outcome = await outcomeOf(job);
      if ("done" in outcome && outcome.after) rest(job, outcome, outcome.after);
      else await finish(job, outcome);
    }
  }

  function rest(job: Job, outcome: Outcome, duration: number): void {
    const rested = pause(duration)
      .then(() => finish(job, outcome))
      .finally(() => resting.delete(rested));
    resting.add(rested);
  }

  async function finish(job: Job, outcome: Outcome): Promise<void> {
    await settle(job, outcome);
    handled += 1;
  }

  async function nextJob(): Promise<Job | undefined> {
    while (!isStopped && waiting.length === 0 && (taking || !isDrained)) {
      taking ??= take().finally(() => {
        taking = null;
      });
      await taking;
    }
    return isStopped ? undefined : waiting.shift();
  }

  /** One short statement; the rows others are just taking are skipped, so that nobody waits for anybody. */
  async function take(): Promise<void> {
    // Before the statement: whoever begins while it runs sets it back, and we look again.
    isDrained = true;
    try {
      const now = clock.now();
      const leasedUntil = leaseFrom(now);
      const due = db.$with("due").as(
        db
          .select({ id: outbox.id })
          .from(outbox)
          .where(
            and(
              isNull(outbox.failedAt),
              lte(outbox.nextAttemptAt, now),
              // A lease that ends later than any of now was taken by a clock that was ahead.
              or(isNull(outbox.leasedUntil), lt(outbox.leasedUntil, now), gt(outbox.leasedUntil, leaseFrom(leasedUntil))),
              inArray(outbox.kind, Object.keys(kinds) as Kind[]),
            ),
          )
          // Of those that were held until the same moment, the oldest first.
          .orderBy(asc(outbox.nextAttemptAt), asc(outbox.createdAt))
          .limit(batch)
          .for("update", { skipLocked: true }),
      );
      const taken = await db
        .with(due)
        .update(outbox)
        .set({ leasedUntil })
        .where(inArray(outbox.id, sql`(select id from due)`))
        .returning(getTableColumns(outbox));
      for (const row of taken.sort(byTurn)) {
        const job = jobFrom(row);
        inHand.set(job.id, { job, leasedUntil });
        waiting.push(job);
      }
      if (taken.length === batch) isDrained = false;
    } catch (error) {
      log.error({ reason: nameOf(error) }, "The outbox could not be read; it is tried again");
    }
  }

  async function outcomeOf(job: Job): Promise<Outcome> {
    try {
      const handler = kinds[job.kind];
      if (!handler) throw new Error(`no handler for ${job.kind}`);
      return await handler(job);
    } catch (error) {
      const reason = nameOf(error);
      log.error({ kind: job.kind, id: job.id, reason }, "A consequence failed unexpectedly; it is tried again");
      return { later: backOff(job.failures, clock.now()), error: reason };
    }
  }

  /** Writes down what became of a job, unless another process has taken it over meanwhile. */
  async function settle(job: Job, outcome: Outcome): Promise<void> {
    // A renewal on its way would change the lease's end, by which we know that the entry is still ours.
    await renewing;
    const held = inHand.get(job.id);
    inHand.delete(job.id);
    if (!held) return;
    const about = { kind: job.kind, id: job.id };
    try {
      // What is done and not noted is done again; so noting gets more than one chance.
      const wasOurs = await tryAgain(() => noteDown(job, outcome, held.leasedUntil), isAway);
      if (!wasOurs) log.warn(about, "A consequence took longer than its lease");
      else if ("never" in outcome) log.warn({ ...about, reason: outcome.error }, "A consequence was given up");
    } catch (error) {
      log.error({ ...about, reason: nameOf(error) }, "What became of a consequence could not be written down");
    }
  }

  /** Answers whether the entry was still ours. */
  function noteDown(job: Job, outcome: Outcome, leasedUntil: Date): Promise<boolean> {
    const ours = leased(job, leasedUntil);
    return db.transaction(async (tx) => {
      const settled =
        "done" in outcome
          ? await tx.delete(outbox).where(ours).returning({ id: outbox.id })
          : await tx
              .update(outbox)
              .set(afterFailure(job, outcome, clock.now()))
              .where(ours)
              .returning({ id: outbox.id });
      if (settled.length === 0) return false;
      await outcome.also?.(tx);
      return true;
    });
  }

  function renewSoon(): void {
    renewing ??= renew().finally(() => {
      renewing = null;
    });
  }

  async function renew(): Promise<void> {
    const jobs = [...inHand.values()];
    if (jobs.length === 0) return;
    try {
      const leasedUntil = leaseFrom(clock.now());
      const renewed = await db
        .update(outbox)
        .set({ leasedUntil })
        .where(inArray(outbox.id, unlocked(or(...jobs.map(({ job, leasedUntil }) => leased(job, leasedUntil))))))
        .returning({ id: outbox.id });
      for (const { id } of renewed) {
        const held = inHand.get(id);
        if (held) held.leasedUntil = leasedUntil;
      }
    } catch (error) {
      log.error({ reason: nameOf(error) }, "The leases of the outbox could not be renewed");
    }
  }

  async function giveBack(jobs: Job[]): Promise<void> {
    const ids = jobs.filter(isStillOurs).map(({ id }) => id);
    for (const { id } of jobs) inHand.delete(id);
    if (ids.length === 0) return;
    try {
      await db
        .update(outbox)
        .set({ leasedUntil: null })
        .where(inArray(outbox.id, unlocked(inArray(outbox.id, ids))));
    } catch (error) {
      log.warn({ reason: nameOf(error) }, "What was not begun could not be given back; its lease runs out");
    }
  }

  /** Those that nobody is erasing or settling at this moment: several at once wait for nobody. */
  function unlocked(these: SQL | undefined) {
    return db.select({ id: outbox.id }).from(outbox).where(these).for("update", { skipLocked: true });
  }

  function isStillOurs({ id }: Job): boolean {
    const held = inHand.get(id);
    return held !== undefined && held.leasedUntil > clock.now();
  }

  async function allWorkersGone(): Promise<void> {
    while (workers.size + resting.size > 0) await Promise.all([...workers, ...resting]);
  }
}

type Row = typeof outbox.$inferSelect;

function byTurn(one: Row, other: Row): number {
  return one.nextAttemptAt.getTime() - other.nextAttemptAt.getTime() || one.createdAt.getTime() - other.createdAt.getTime();
}

/** What went wrong, short and without personal data: messages of database errors repeat the values of the statement. */
export function nameOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ("code" in cause && typeof cause.code === "string") return cause.code;
  return error instanceof Error ? error.name : typeof error;
}

function leased({ id }: Job, leasedUntil: Date) {
  return and(eq(outbox.id, id), eq(outbox.leasedUntil, leasedUntil));
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

function backOff(failures: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(FIRST_BACK_OFF * 2 ** failures, LONGEST_BACK_OFF));
}

function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + LEASE);
}

function jobFrom({ id, kind, subjectId, payload, attempts, createdAt }: typeof outbox.$inferSelect): Job {
  return { id, kind, subjectId, payload, failures: attempts, createdAt };
}
