/** What happens by the clock (decision 0015). */
import { setTimeout as pause } from "node:timers/promises";
import { and, eq, gt, isNull, lt, lte, or } from "drizzle-orm";
import type { FastifyBaseLogger } from "fastify";
import type { TaskName } from "../../../contract/administration/operations.ts";
import { latestNight, nextNight } from "../../../petition/calendar.ts";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/open.ts";
import { tasks as tasksTable } from "../database/schema.ts";
import { logFailure } from "../log.ts";
import { taskDurations } from "../metrics/durations.ts";
import { Interrupted, type Work } from "./in-batches.ts";
import { nameOf } from "./outbox.ts";

export interface Task {
  name: TaskName;
  /** Milliseconds from one run to the next, or once a night (petition/calendar.ts), made up for where one was missed. */
  every: number | "night";
  /** Milliseconds after which a run is missed, where a promise says so. Else two intervals and five minutes. */
  promisedWithin?: number;
  atStart?: boolean;
  run(work: Work): Promise<number>;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A process that dies in the middle of a task holds it up for so long at most; a living one renews its claim. */
const CLAIM = 2 * MINUTE;
const RENEW_EVERY = 30_000;
const LOOK_EVERY = 30_000;
const NOTE_EVERY = 1000;
const FIRST_BACK_OFF = 30_000;
const LONGEST_BACK_OFF = HOUR;
const TIME_TO_END = 5_000;

/** Clocks of several processes may differ by so much. What lies further ahead was written by a clock that was wrong. */
export const CLOCKS_DIFFER = CLAIM;
/** A nightly task waits for its first night. */
const FARTHEST_NIGHT = 26 * HOUR;

export interface Tasks {
  start(): void;
  runDue(): Promise<void>;
  stop(): Promise<void>;
}

interface State {
  db: Database["db"];
  clock: Clock;
  log: FastifyBaseLogger;
  openedAt: Date;
  running: Map<TaskName, Promise<void>>;
  end: AbortController;
}

type Tools = Pick<State, "db" | "clock" | "log"> & { tasks: Task[] };

export function makeTasks({ tasks, ...tools }: Tools): Tasks {
  const state: State = { ...tools, openedAt: tools.clock.now(), running: new Map(), end: new AbortController() };
  let timer: NodeJS.Timeout | undefined;
  return {
    start() {
      const atStart = tasks.filter((task) => task.atStart);
      void look(state, atStart, true);
      timer = setInterval(() => void look(state, tasks), LOOK_EVERY);
      timer.unref();
    },
    async runDue() {
      await look(state, tasks);
    },
    async stop() {
      clearInterval(timer);
      state.end.abort();
      await lastBatches(state);
    },
  };
}

function look(state: State, tasks: Task[], isWantedNow = false): Promise<unknown> {
  const { running, end } = state;
  for (const task of tasks)
    if (!running.has(task.name) && !end.signal.aborted)
      running.set(
        task.name,
        runIfDue(state, task, isWantedNow).finally(() => running.delete(task.name)),
      );
  return Promise.all(tasks.map(({ name }) => running.get(name)));
}

async function lastBatches({ running }: State): Promise<void> {
  const late = new AbortController();
  await Promise.race([Promise.all(running.values()), pause(TIME_TO_END, undefined, { signal: late.signal }).catch(() => {})]);
  late.abort();
}

async function runIfDue(state: State, task: Task, isWantedNow: boolean): Promise<void> {
  const { clock, log, end } = state;
  const startedAt = clock.now();
  const claimed = await claim(state, task, startedAt, isWantedNow).catch((failure) => {
    logFailure(log, failure, `claiming task ${task.name}`);
    return null;
  });
  if (claimed === null) return;
  const endClaim = keepClaim(state, task);
  const over = { claimedUntil: null, startedAt: null, progress: null };
  try {
    const figure = await perform(state, task, claimed).finally(endClaim);
    await note(state, task, { ...over, lastRunAt: startedAt, figure, failures: 0, notBefore: null, lastError: null });
  } catch (failure) {
    if (failure instanceof Interrupted || end.signal.aborted) return await note(state, task, over);
    logFailure(log, failure, `task ${task.name}`);
    const notBefore = new Date(clock.now().getTime() + backOff(task, claimed.failures));
    await note(state, task, { ...over, failures: claimed.failures + 1, notBefore, lastError: nameOf(failure) });
  }
}

async function perform(state: State, task: Task, claimed: Claimed): Promise<number> {
  const startedAt = performance.now();
  const figure = await task.run(workOf(state, task, claimed));
  taskDurations.observe({ task: task.name }, (performance.now() - startedAt) / 1000);
  return figure;
}

/** Answers what ends the renewing; to be awaited, since a renewal that came after the last note would hold the task up. */
function keepClaim(state: State, task: Task): () => Promise<void> {
  let renewing: Promise<void> | undefined;
  const renewal = setInterval(() => {
    renewing = note(state, task, { claimedUntil: claimFrom(state.clock.now()) });
  }, RENEW_EVERY);
  return async () => {
    clearInterval(renewal);
    await renewing;
  };
}

function workOf(state: State, task: Task, { wasClockAhead }: Claimed): Work {
  let progress = 0;
  let notedAt = Number.NEGATIVE_INFINITY;
  return {
    ending: state.end.signal,
    wasClockAhead,
    async did(rows) {
      progress += rows;
      if (performance.now() - notedAt < NOTE_EVERY) return;
      notedAt = performance.now();
      await note(state, task, { progress, claimedUntil: claimFrom(state.clock.now()) });
    },
  };
}

async function note({ db, log }: State, task: Task, what: Partial<typeof tasksTable.$inferInsert>): Promise<void> {
  try {
    await db.update(tasksTable).set(what).where(eq(tasksTable.name, task.name));
  } catch (failure) {
    logFailure(log, failure, `noting task ${task.name}`);
  }
}

interface Claimed extends Pick<Work, "wasClockAhead"> {
  /** Since its last success. */
  failures: number;
}

/** Null where it is not due, or another process has it. */
async function claim({ db, openedAt }: State, task: Task, now: Date, isWantedNow: boolean): Promise<Claimed | null> {
  const { lastRunAt, claimedUntil, notBefore, failures } = tasksTable;
  // A site that opens at noon tidies itself at night for the first time.
  const first = { name: task.name, notBefore: task.every === "night" ? nextNight(openedAt) : null };
  await db.insert(tasksTable).values(first).onConflictDoNothing();
  const isFree = or(isNull(claimedUntil), lt(claimedUntil, now), gt(claimedUntil, ahead(now, CLAIM + CLOCKS_DIFFER)));
  const isDue = or(isNull(lastRunAt), lte(lastRunAt, dueSince(task, now)), gt(lastRunAt, ahead(now, CLOCKS_DIFFER)));
  const isTime = or(isNull(notBefore), lte(notBefore, now), gt(notBefore, ahead(now, farthestPutOff(task))));
  const [claimed] = await db
    .update(tasksTable)
    .set({ claimedUntil: claimFrom(now), startedAt: now, progress: 0 })
    .where(and(eq(tasksTable.name, task.name), isFree, isWantedNow ? or(eq(failures, 0), isTime) : and(isDue, isTime)))
    .returning({ failures, lastRunAt });
  if (!claimed) return null;
  const wasClockAhead = claimed.lastRunAt !== null && claimed.lastRunAt > ahead(now, CLOCKS_DIFFER);
  return { failures: claimed.failures, wasClockAhead };
}

function dueSince({ every }: Task, now: Date): Date {
  return every === "night" ? new Date(latestNight(now).getTime() - 1) : new Date(now.getTime() - every);
}

function backOff(task: Task, failures: number): number {
  return Math.min(longestBackOff(task), FIRST_BACK_OFF * 2 ** Math.min(failures, 20));
}

function longestBackOff({ every }: Task): number {
  return every === "night" ? LONGEST_BACK_OFF : Math.min(LONGEST_BACK_OFF, Math.max(FIRST_BACK_OFF, every));
}

/** What is put off for longer was so by a clock that was ahead. */
function farthestPutOff(task: Task): number {
  return task.every === "night" ? FARTHEST_NIGHT : longestBackOff(task) + CLOCKS_DIFFER;
}

function claimFrom(now: Date): Date {
  return ahead(now, CLAIM);
}

function ahead(now: Date, duration: number): Date {
  return new Date(now.getTime() + duration);
}
