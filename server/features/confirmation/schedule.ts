import { PURGE_EVERY, PURGED_WITHIN } from "../../../petition/confirmation.ts";
import type { Context } from "../../context.ts";
import type { Task } from "../../platform/jobs/tasks.ts";
import { purgeExpired } from "./store.ts";

export function confirmationSchedule({ db, clock }: Pick<Context, "db" | "clock">): Task[] {
  return [
    {
      name: "purge-unconfirmed",
      every: PURGE_EVERY,
      promisedWithin: PURGED_WITHIN,
      atStart: true,
      run: (work) => purgeExpired(db, clock, work),
    },
  ];
}
