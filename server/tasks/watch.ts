/** Whether what happens by the clock does happen: for the administrator and for monitoring. */
import type { TaskState } from "../../contract/administration.ts";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/open.ts";
import { tasks as tasksTable } from "../database/schema.ts";
import type { Task } from "./tasks.ts";

const GRACE = 5 * 60_000;

/** What is said of a task's schedule; running it is somebody else's business. */
export type Scheduled = Pick<Task, "name" | "every" | "promisedWithin">;

/** Begins to watch; the answer reads how each task stands now. A task that never ran is late counted from this call. */
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
    return tasks.map((task) => {
      const { lastRunAt = null, figure = null } = rows.get(task.name) ?? {};
      return {
        name: task.name,
        lastRunAt: lastRunAt?.toISOString() ?? null,
        figure,
        every: task.every,
        overdue: isOverdue(task, lastRunAt ?? watchedSince, clock.now()),
      };
    });
  };
}

function isOverdue({ every, promisedWithin = 2 * every + GRACE }: Scheduled, last: Date, now: Date): boolean {
  return now.getTime() - last.getTime() > promisedWithin;
}
