import type { Task } from "../../platform/jobs/tasks.ts";
import type { Tombstones } from "./tombstones.ts";

const HOUR = 60 * 60_000;

export function erasureSchedule({ tombstones }: { tombstones: Tombstones }): Task[] {
  return [{ name: "forget-erasures", every: HOUR, run: (work) => tombstones.sweep(work) }];
}
