import type { Context } from "../context.ts";
import type { Task } from "../tasks/tasks.ts";

const HOUR = 60 * 60_000;

export function erasureSchedule({ tombstones }: Pick<Context, "tombstones">): Task[] {
  return [{ name: "forget-erasures", every: HOUR, run: (work) => tombstones.sweep(work) }];
}
