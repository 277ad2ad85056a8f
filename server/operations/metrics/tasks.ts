import type { TaskState } from "../../../contract/administration/operations.ts";
import { gauge, type Subject, seconds, yesOrNo } from "./gauges.ts";

export function tasks({ taskStates }: { taskStates(): Promise<TaskState[]> }): Subject {
  const lastRun = gauge("petition_task_last_run_timestamp_seconds", "When a task last ran (Unix time)", ["task"]);
  const figure = gauge("petition_task_figure", "What a task's last run did, such as rows erased", ["task"]);
  const overdue = gauge("petition_task_overdue", "1 where a task has not run for longer than is promised, else 0", ["task"]);
  const failures = gauge("petition_task_failures", "How often a task has failed since its last success", ["task"]);
  return {
    gauges: [lastRun, figure, overdue, failures],
    async look() {
      for (const { name: task, ...state } of await taskStates()) {
        if (state.lastRunAt !== null) lastRun.set({ task }, seconds(state.lastRunAt));
        if (state.figure !== null) figure.set({ task }, state.figure);
        overdue.set({ task }, yesOrNo(state.overdue));
        failures.set({ task }, state.failures);
      }
    },
  };
}
