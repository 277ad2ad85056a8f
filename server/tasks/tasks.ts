/**
 * What happens by the clock. Each task's last run and figure stand in one table; whichever process is first claims it.
 * No task waits for another, and no failure of one takes the process down.
 */
import { and, eq, isNull, lt, lte, or } from "drizzle-orm";
import type { FastifyBaseLogger } from "fastify";
import type { TaskName } from "../../contract/administration.ts";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/open.ts";
import { tasks as tasksTable } from "../database/schema.ts";
import { logFailure } from "../http/errors.ts";

export interface Task {
  name: TaskName;
  /** Milliseconds from one run to the next. */
  every: number;
  /** Milliseconds after which a run is missed, where a promise says so. Else two intervals and five minutes. */
  promisedWithin?: number;
  /** Runs at start-up, too, whoever ran it last. */
  atStart?: boolean;
  /** Does it, and says in one number what it did. */
  run(): Promise<number>;
}

/** A process that dies in the middle of a task holds it up for so long at most; a living one renews its claim. */
const CLAIM = 2 * 60_000;
const RENEW_EVERY = 30_000;
const LOOK_EVERY = 30_000;

export interface Tasks {
  start(): Promise<void>;
  /** Runs everything that is due now. */
  runDue(): Promise<void>;
  stop(): Promise<void>;
}

export function makeTasks({
  db,
  clock,
  log,
  tasks,
}: {
  db: Database["db"];
  clock: Clock;
  log: FastifyBaseLogger;
  tasks: Task[];
}): Tasks {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function runIfDue(task: Task, { now: isWantedNow = false } = {}): Promise<void> {
    try {
      if (!(await claim(task, isWantedNow))) return;
    } catch (failure) {
      return logFailure(log, failure, `claiming task ${task.name}`);
    }
    const startedAt = clock.now();
    const renewal = setInterval(() => note(task, { claimedUntil: claimFrom(clock.now()) }), RENEW_EVERY);
    try {
      const figure = await task.run();
      await note(task, { lastRunAt: startedAt, figure, claimedUntil: null });
    } catch (failure) {
      logFailure(log, failure, `task ${task.name}`);
      // Not held up by its own claim: the next look tries again.
      await note(task, { claimedUntil: null });
    } finally {
      clearInterval(renewal);
    }
  }

  async function note(task: Task, what: Partial<typeof tasksTable.$inferInsert>): Promise<void> {
    try {
      await db.update(tasksTable).set(what).where(eq(tasksTable.name, task.name));
    } catch (failure) {
      logFailure(log, failure, `noting task ${task.name}`);
    }
  }

  async function claim(task: Task, isWantedNow: boolean): Promise<boolean> {
    const now = clock.now();
    await db.insert(tasksTable).values({ name: task.name }).onConflictDoNothing();
    const isDue = or(isNull(tasksTable.lastRunAt), lte(tasksTable.lastRunAt, new Date(now.getTime() - task.every)));
    const isFree = or(isNull(tasksTable.claimedUntil), lt(tasksTable.claimedUntil, now));
    const claimed = await db
      .update(tasksTable)
      .set({ claimedUntil: claimFrom(now) })
      .where(and(eq(tasksTable.name, task.name), isFree, isWantedNow ? undefined : isDue))
      .returning({ name: tasksTable.name });
    return claimed.length > 0;
  }

  async function runDue(): Promise<void> {
    for (const task of tasks) await runIfDue(task);
  }

  return {
    async start() {
      for (const task of tasks) if (task.atStart) await runIfDue(task, { now: true });
      timer = setInterval(() => {
        running = running.then(runDue);
      }, LOOK_EVERY);
      timer.unref();
    },
    runDue,
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

function claimFrom(now: Date): Date {
  return new Date(now.getTime() + CLAIM);
}
