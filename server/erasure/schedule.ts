import type { Context } from "../context.ts";
import type { Task } from "../tasks/tasks.ts";
import { forgetOrigins } from "./forget-origins.ts";

const HOUR = 60 * 60_000;

export function erasureSchedule(context: Pick<Context, "db" | "clock" | "configuration" | "tombstones">): Task[] {
  return [
    { name: "forget-origins", every: HOUR, atStart: true, run: (work) => forgetOrigins(context, work) },
    { name: "forget-erasures", every: HOUR, run: (work) => context.tombstones.sweep(work) },
  ];
}
