import { PURGE_EVERY, PURGED_WITHIN } from "../../../petition/confirmation.ts";
import type { Context } from "../../context.ts";
import { pendingConfirmations } from "../../platform/database/schema.ts";
import { deleteDue } from "../../platform/jobs/delete-due.ts";
import type { Work } from "../../platform/jobs/in-batches.ts";
import type { Task } from "../../platform/jobs/tasks.ts";
import { forgetPending } from "./suppress.ts";

type Tools = Pick<Context, "db" | "clock">;

export function confirmationSchedule(tools: Tools): Task[] {
  const run = (work: Work) => purgeExpired(tools, work);
  return [{ name: "purge-unconfirmed", every: PURGE_EVERY, promisedWithin: PURGED_WITHIN, atStart: true, run }];
}

function purgeExpired({ db, clock }: Tools, work: Work): Promise<number> {
  const { expiresAt: time, id: key } = pendingConfirmations;
  return deleteDue(db, work, { table: pendingConfirmations, time, key, until: clock.now() }, forgetPending);
}
