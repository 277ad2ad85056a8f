import type { Base } from "../../platform/base.ts";
import { erasuresByMinute } from "../../platform/database/schema.ts";
import { deleteDue } from "../../platform/jobs/delete-due.ts";
import type { RetentionJob } from "../../platform/jobs/retention.ts";
import type { Task } from "../../platform/jobs/tasks.ts";
import type { Tombstones } from "./tombstones.ts";

const HOUR = 60 * 60_000;

export function erasureSchedule({ tombstones }: { tombstones: Tombstones }): Task[] {
  return [{ name: "forget-erasures", every: HOUR, run: (work) => tombstones.sweep(work) }];
}

export function erasureRetention({ db, clock, configuration }: Pick<Base, "db" | "clock" | "configuration">): RetentionJob {
  const { minute } = erasuresByMinute;
  const { window } = configuration.deleteBrake;
  return (work) =>
    deleteDue(db, work, {
      table: erasuresByMinute,
      time: minute,
      key: minute,
      until: new Date(clock.now().getTime() - window),
    });
}
