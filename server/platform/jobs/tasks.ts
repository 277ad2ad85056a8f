/** Scheduled tasks, each run by one process at a time (decision 0015). */
import { setTimeout as pause } from "node:timers/promises";
import { and, eq, or } from "drizzle-orm";
import type { FastifyBaseLogger } from "fastify";
import type { TaskName, TaskState } from "../../../contract/administration/operations.ts";
import { latestNight, nextNight } from "../../../petition/calendar.ts";
import { DAY, HOUR, MINUTE } from "../../../petition/duration.ts";
import type { Clock } from "../clock.ts";
import { nameOf } from "../database/failures.ts";
import type { Database } from "../database/open.ts";
import { tasks as tasksTable } from "../database/schema.ts";
import { logFailure } from "../log.ts";
import { taskDurations } from "../metrics/durations.ts";
import { Interrupted, type Work } from "./in-batches.ts";
import { type BackOff, backOff, CLOCKS_DIFFER, hasCome, isAhead, later, renewing, takeRow } from "./lease.ts";

export interface Task {
  name: TaskName;
  /** Milliseconds, or once a night (petition/calendar.ts); a missed night is made up for. */
  every: number | "night";
  /** Milliseconds after which a run counts as missed. Default: two intervals and five minutes. */
  promisedWithin?: number;
  atStart?: boolean;
  run(work: Work): Promise<number>;
}

const GRACE = 5 * MINUTE;

const LEASE = 2 * MINUTE;
const RENEW_EVERY = 30_000;
const LOOK_EVERY = 30_000;
const NOTE_EVERY = 1000;
const FIRST_BACK_OFF = 30_000;
const TIME_TO_END = 5_000;

const FARTHEST_NIGHT = 26 * HOUR;

interface State {
  db: Database["db"];
  clock: Clock;
  log: FastifyBaseLogger;
  openedAt: Date;
  running: Map<TaskName, Promise<void>>;
  end: AbortController;
}

type Tools = Pick<State, "db" | "clock" | "log"> & { tasks: Task[] };

export function makeTasks({ tasks, ...tools }: Tools) {
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
  const taken = await take(state, task, startedAt, isWantedNow).catch((failure) => {
    logFailure(log, failure, `claiming task ${task.name}`);
    return null;
  });
  if (taken === null) return;
  const renewal = renewing(() => note(state, task, { leasedUntil: later(clock.now(), LEASE) }), RENEW_EVERY);
  const over = { leasedUntil: null, startedAt: null, progress: null };
  try {
    const began = performance.now();
    const figure = await task.run(workOf(state, task, taken)).finally(() => {
      renewal.stop();
      return renewal.settled();
    });
    taskDurations.observe({ task: task.name }, (performance.now() - began) / 1000);
    await note(state, task, { ...over, lastRunAt: startedAt, figure, failures: 0, notBefore: null, lastError: null });
  } catch (failure) {
    if (failure instanceof Interrupted || end.signal.aborted) return await note(state, task, over);
    logFailure(log, failure, `task ${task.name}`);
    const notBefore = later(clock.now(), backOff(taken.failures, backOffOf(task)));
    await note(state, task, { ...over, failures: taken.failures + 1, notBefore, lastError: nameOf(failure) });
  }
}

function workOf(state: State, task: Task, { wasClockAhead }: Taken): Work {
  let progress = 0;
  let notedAt = Number.NEGATIVE_INFINITY;
  return {
    ending: state.end.signal,
    wasClockAhead,
    async did(rows) {
      progress += rows;
      if (performance.now() - notedAt < NOTE_EVERY) return;
      notedAt = performance.now();
      await note(state, task, { progress, leasedUntil: later(state.clock.now(), LEASE) });
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

type Taken = Pick<Work, "wasClockAhead"> & { failures: number };

async function take({ db, openedAt }: State, task: Task, now: Date, isWantedNow: boolean): Promise<Taken | null> {
  const { name, lastRunAt, notBefore, failures } = tasksTable;
  // Nightly tasks first run in the first night, not at the start.
  const row = { name: task.name, notBefore: task.every === "night" ? nextNight(openedAt) : null };
  const dueSince = task.every === "night" ? later(latestNight(now), -1) : later(now, -task.every);
  const isDue = hasCome(lastRunAt, dueSince, later(now, CLOCKS_DIFFER));
  const isTime = hasCome(notBefore, now, later(now, farthestPutOff(task)));
  const where = and(eq(name, task.name), isWantedNow ? or(eq(failures, 0), isTime) : and(isDue, isTime));
  const taken = await takeRow(db, tasksTable, { row, where, set: { startedAt: now, progress: 0 } }, { now, lasts: LEASE });
  if (!taken) return null;
  return { failures: taken.failures, wasClockAhead: taken.lastRunAt !== null && isAhead(taken.lastRunAt, now) };
}

function backOffOf({ every }: Task): BackOff {
  const longest = every === "night" ? HOUR : Math.min(HOUR, Math.max(FIRST_BACK_OFF, every));
  return { first: FIRST_BACK_OFF, longest };
}

function farthestPutOff(task: Task): number {
  return task.every === "night" ? FARTHEST_NIGHT : backOffOf(task).longest + CLOCKS_DIFFER;
}

export type Scheduled = Pick<Task, "name" | "every" | "promisedWithin">;

export function watchTasks({
  db,
  clock,
  tasks,
}: Pick<State, "db" | "clock"> & { tasks: Scheduled[] }): () => Promise<TaskState[]> {
  const watchedSince = clock.now();
  return async () => {
    const rows = new Map((await db.select().from(tasksTable)).map((row) => [row.name, row]));
    return tasks.map((task) => stateOf(task, rows.get(task.name), watchedSince, clock.now()));
  };
}

function stateOf(task: Scheduled, row: typeof tasksTable.$inferSelect | undefined, since: Date, now: Date): TaskState {
  const { lastRunAt = null, figure = null, failures = 0, lastError = null, notBefore = null } = row ?? {};
  const { startedAt = null, progress = null, leasedUntil = null } = row ?? {};
  const isRunning = startedAt !== null && leasedUntil !== null && leasedUntil > now;
  return {
    name: task.name,
    lastRunAt: lastRunAt?.toISOString() ?? null,
    figure,
    every: intervalOf(task),
    nextAt: (notBefore ?? nextAfter(task, lastRunAt))?.toISOString() ?? null,
    running: isRunning ? { since: startedAt.toISOString(), done: progress ?? 0 } : null,
    failures,
    lastError,
    overdue: isOverdue(task, lastRunAt ?? since, now),
  };
}

function nextAfter({ every }: Scheduled, last: Date | null): Date | null {
  if (last === null) return null;
  return every === "night" ? nextNight(last) : new Date(last.getTime() + every);
}

function isOverdue(task: Scheduled, last: Date, now: Date): boolean {
  const age = now.getTime() - last.getTime();
  return isAhead(last, now) || age > (task.promisedWithin ?? 2 * intervalOf(task) + GRACE);
}

function intervalOf({ every }: Scheduled): number {
  return every === "night" ? DAY : every;
}
