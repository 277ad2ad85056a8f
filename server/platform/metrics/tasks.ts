import type { TaskName } from "../../../contract/administration/operations.ts";
import { Distributions } from "./distributions.ts";

export const taskDurations = new Distributions({
  name: "petition_task_duration_seconds",
  help: "How long runs of a task took in this process",
  labelNames: ["task"],
  buckets: [0.01, 0.1, 1, 10, 60, 300, 1800],
});

export function observeTask(task: TaskName, seconds: number): void {
  taskDurations.of({ task }).observe(seconds);
}
