import type { TaskState } from "../../../contract/administration/operations.ts";
import { nextNight } from "../../../petition/calendar.ts";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/open.ts";
import { tasks as tasksTable } from "../database/schema.ts";
import { isAhead } from "./lease.ts";
import type { Task } from "./tasks.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const GRACE = 5 * MINUTE;

export type Scheduled = Pick<Task, "name" | "every" | "promisedWithin">;

export function watchTasks({
  db,
  clock,
  tasks,
}: {
  db: Database["db"];
  clock: Clock;
  tasks: Scheduled[];
}): () => Promise<TaskState[]> {
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
