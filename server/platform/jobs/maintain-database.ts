import type { Base } from "../base.ts";
import type { Task } from "./tasks.ts";

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
