import { PURGE_EVERY } from "../../../petition/confirmation.ts";
import type { Base } from "../base.ts";
import { rateLimits } from "../database/schema.ts";
import { deleteDue } from "./delete-due.ts";
import type { Work } from "./in-batches.ts";
import type { Task } from "./tasks.ts";

export type RetentionJob = (work: Work) => Promise<number>;

export function sweep(jobs: RetentionJob[]): Task {
  return {
    name: "sweep",
    every: PURGE_EVERY,
    async run(work) {
      let swept = 0;
      for (const job of jobs) swept += await job(work);
      return swept;
    },
  };
}

export function limitRetention({ db, clock }: Pick<Base, "db" | "clock">): RetentionJob {
  const { windowEndsAt: time, key } = rateLimits;
  return (work) => deleteDue(db, work, { table: rateLimits, time, key, until: clock.now() });
}

export function databaseSchedule({ database, clock }: Pick<Base, "database" | "clock">): Task[] {
  return [
    {
      name: "maintain-database",
      every: "night",
      async run({ ending }) {
        const startedAt = clock.now().getTime();
        await database.maintain({ ending });
        return Math.round((clock.now().getTime() - startedAt) / 1000);
      },
    },
  ];
}
