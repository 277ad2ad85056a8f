/** Consequences: put down in the transaction that causes them, done afterwards at least once (decision 0004). */
import { setTimeout as pause } from "node:timers/promises";
import { inArray } from "drizzle-orm";
import { MINUTE, SECOND } from "../../../petition/duration.ts";
import type { Clock } from "../clock.ts";
import { makeBatcher } from "../database/batcher.ts";
import { isAway, nameOf } from "../database/failures.ts";
import { retry } from "../database/pool.ts";
import { outbox } from "../database/schema.ts";
import { backOff, later, renewing } from "./lease.ts";
import {
  type Also,
  also,
  endLeases,
  type Handler,
  type Held,
  type Job,
  type Kind,
  noteDown,
  type Outcome,
  renewLeases,
  type Settled,
  takeDue,
  type Writer,
} from "./store.ts";

export { type Also, also, type Handler, type Job, type Outcome, type Writer };

export const LEASE = 50 * SECOND;
const RENEW_EVERY = 15 * SECOND;
export const POLL_EVERY = 5 * SECOND;
/** Started after a random part of this time: the next answers must not show what a request caused. */
const SOON = SECOND;

/** Milliseconds. Workers wait for the noting, so no more is done and not noted than there are workers. */
const NOTED_TOGETHER = { pause: 20, pauseInCrowd: 50 };
export const WORKERS_WAIT = { room: Number.MAX_SAFE_INTEGER, patience: 5 * MINUTE };

const BACK_OFF = { first: MINUTE, longest: 60 * MINUTE };

export interface OutboxEntry {
  kind: Kind;
  subjectId: string;
  payload?: string;
  at: Date;
}

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
  concurrency?: number;
  batch?: number;
  pollEvery?: number;
  renewEvery?: number;
}

export type Outbox = ReturnType<typeof openOutbox>;

export async function put(tx: Writer, { kind, subjectId, payload, at }: OutboxEntry): Promise<void> {
  await tx.insert(outbox).values({ kind, subjectId, payload, nextAttemptAt: at, createdAt: at });
}

/** Deletes the entries about these rows, but for those that are being done at this moment. */
export async function forget(tx: Writer, subjectIds: string[]): Promise<void> {
  const idle = tx.select({ id: outbox.id }).from(outbox).where(inArray(outbox.subjectId, subjectIds));
  await tx.delete(outbox).where(inArray(outbox.id, idle.for("update", { skipLocked: true })));
}

type State = ReturnType<typeof idle>;

export function openOutbox(tools: OutboxTools) {
  const state = idle(tools);
  return {
    start: () => start(state),
    /** Call it after the commit. The entry is taken within a second. Never throws. */
    wake: () => wake(state),
    stop: () => stop(state),
    async runDue(): Promise<number> {
      const before = state.handled;
      begin(state);
      await allWorkersGone(state);
      return state.handled - before;
    },
  };
}

function idle({ concurrency = 10, batch = 100, pollEvery = POLL_EVERY, renewEvery = RENEW_EVERY, ...tools }: OutboxTools) {
  return {
    tools: { ...tools, concurrency, batch, pollEvery, renewEvery },
    noting: makeBatcher((settled: Settled[]) => noteDown(tools.db, settled, tools.clock), {
      ...{ most: batch, abreast: 1, ...NOTED_TOGETHER },
      ...WORKERS_WAIT,
    }),
    inHand: new Map<string, Held>(),
    waiting: [] as Job[],
    workers: new Set<Promise<void>>(),
    resting: new Set<Promise<void>>(),
    /** Seconds since 1970 at which a held entry is due: it need not wait for the next look. */
    turns: new Set<number>(),
    taking: null as Promise<void> | null,
    renewal: undefined as ReturnType<typeof renewing> | undefined,
    isDrained: false,
    isStopped: false,
    handled: 0,
    timers: [] as NodeJS.Timeout[],
    soon: undefined as NodeJS.Timeout | undefined,
  };
}

function start(state: State): void {
  const { pollEvery, renewEvery } = state.tools;
  state.isStopped = false;
  stopTimers(state);
  state.timers = [setInterval(begin, pollEvery, state), setInterval(beginTurns, SECOND, state)];
  for (const timer of state.timers) timer.unref();
  state.renewal = renewing(() => renew(state), renewEvery);
  begin(state);
}

function stopTimers({ timers, renewal }: State): void {
  for (const timer of timers) clearInterval(timer);
  renewal?.stop();
}

async function stop(state: State): Promise<void> {
  state.isStopped = true;
  stopTimers(state);
  clearTimeout(state.soon);
  state.soon = undefined;
  await state.taking;
  const unbegun = state.waiting.splice(0);
  await allWorkersGone(state);
  await giveBack(state, unbegun);
}

function wake(state: State): void {
  if (state.isStopped) return;
  state.soon ??= setTimeout(() => {
    state.soon = undefined;
    begin(state);
  }, Math.random() * SOON).unref();
}

function begin(state: State): void {
  const { workers, tools } = state;
  state.isDrained = false;
  while (!state.isStopped && workers.size < tools.concurrency) {
    const worker = work(state).finally(() => workers.delete(worker));
    workers.add(worker);
  }
}

function beginTurns(state: State): void {
  const now = state.tools.clock.now().getTime() / SECOND;
  const begun = [...state.turns].filter((turn) => turn <= now);
  for (const turn of begun) state.turns.delete(turn);
  if (begun.length > 0) begin(state);
}

async function work(state: State): Promise<void> {
  for (let job = await nextJob(state); job; job = await nextJob(state)) {
    if (!isStillOurs(state, job)) {
      state.inHand.delete(job.id);
      continue;
    }
    const outcome = await outcomeOf(state, job);
    if ("done" in outcome && outcome.after) rest(state, job, outcome, outcome.after);
    else await finish(state, job, outcome);
  }
}

function rest(state: State, job: Job, outcome: Outcome, duration: number): void {
  const rested = pause(duration)
    .then(() => finish(state, job, outcome))
    .finally(() => state.resting.delete(rested));
  state.resting.add(rested);
}

async function finish(state: State, job: Job, outcome: Outcome): Promise<void> {
  await settle(state, job, outcome);
  if ("held" in outcome) state.turns.add(Math.ceil(outcome.held.getTime() / SECOND));
  state.handled += 1;
}

async function nextJob(state: State): Promise<Job | undefined> {
  while (!state.isStopped && state.waiting.length === 0 && (state.taking || !state.isDrained)) {
    state.taking ??= take(state).finally(() => {
      state.taking = null;
    });
    await state.taking;
  }
  return state.isStopped ? undefined : state.waiting.shift();
}

async function take(state: State): Promise<void> {
  const { db, clock, kinds, batch, log } = state.tools;
  // Before the statement: a `begin` while it runs sets it back, and we look again.
  state.isDrained = true;
  try {
    const taken = await takeDue(db, Object.keys(kinds) as Kind[], batch, { now: clock.now(), lasts: LEASE });
    for (const held of taken) {
      // After the clock was set back, a lease of our own looks like one of a clock that was ahead.
      if (!state.inHand.has(held.job.id)) state.waiting.push(held.job);
      state.inHand.set(held.job.id, held);
    }
    if (taken.length === batch) state.isDrained = false;
  } catch (error) {
    log.error({ reason: nameOf(error) }, "The outbox could not be read; it is tried again");
  }
}

async function outcomeOf({ tools: { kinds, clock, log } }: State, job: Job): Promise<Outcome> {
  try {
    const handler = kinds[job.kind];
    if (!handler) throw new Error(`no handler for ${job.kind}`);
    return await handler(job);
  } catch (error) {
    const reason = nameOf(error);
    log.error({ kind: job.kind, id: job.id, reason }, "A consequence failed unexpectedly; it is tried again");
    return { later: later(clock.now(), backOff(job.failures, BACK_OFF)), error: reason };
  }
}

async function settle(state: State, job: Job, outcome: Outcome): Promise<void> {
  const { log } = state.tools;
  // A renewal changes the end of the lease, by which we know that the entry is still ours.
  await state.renewal?.settled();
  const held = state.inHand.get(job.id);
  state.inHand.delete(job.id);
  if (!held) return;
  const about = { kind: job.kind, id: job.id };
  try {
    const wasOurs = await retry(() => state.noting.join({ held, outcome }), isAway);
    if (!wasOurs) log.warn(about, "A consequence took longer than its lease");
    else if ("never" in outcome) log.warn({ ...about, reason: outcome.error }, "A consequence was given up");
  } catch (error) {
    log.error({ ...about, reason: nameOf(error) }, "What became of a consequence could not be written down");
  }
}

async function renew({ inHand, tools: { db, clock, log } }: State): Promise<void> {
  const jobs = [...inHand.values()];
  if (jobs.length === 0) return;
  try {
    const leasedUntil = later(clock.now(), LEASE);
    for (const id of await renewLeases(db, jobs, leasedUntil)) {
      const held = inHand.get(id);
      if (held) held.leasedUntil = leasedUntil;
    }
  } catch (error) {
    log.error({ reason: nameOf(error) }, "The leases of the outbox could not be renewed");
  }
}

async function giveBack(state: State, jobs: Job[]): Promise<void> {
  const { db, log } = state.tools;
  const ids = jobs.filter((job) => isStillOurs(state, job)).map(({ id }) => id);
  for (const { id } of jobs) state.inHand.delete(id);
  if (ids.length === 0) return;
  try {
    await endLeases(db, ids);
  } catch (error) {
    log.warn({ reason: nameOf(error) }, "What was not begun could not be given back; its lease runs out");
  }
}

function isStillOurs({ inHand, tools: { clock } }: State, { id }: Job): boolean {
  const held = inHand.get(id);
  return held !== undefined && held.leasedUntil > clock.now();
}

async function allWorkersGone({ workers, resting }: State): Promise<void> {
  while (workers.size + resting.size > 0) await Promise.all([...workers, ...resting]);
}

/** Each with kinds and workers of its own, so that what one of them has piled up holds nothing of another up. */
export function sideBySide(parts: Outbox[]): Outbox {
  return {
    start() {
      for (const part of parts) part.start();
    },
    wake() {
      for (const part of parts) part.wake();
    },
    stop: async () => void (await Promise.all(parts.map((part) => part.stop()))),
    async runDue() {
      const handled = await Promise.all(parts.map((part) => part.runDue()));
      return handled.reduce((sum, one) => sum + one, 0);
    },
  };
}
