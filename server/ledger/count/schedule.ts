import type { Base } from "../../platform/base.ts";
import type { Work } from "../../platform/jobs/in-batches.ts";
import type { Task } from "../../platform/jobs/tasks.ts";
import { completeImported } from "./complete-imported.ts";
import { agrees, commitMissing, compareLog } from "./log-agreement.ts";
import { compareAndRepair, reconcileLog } from "./reconcile.ts";

type Tools = Pick<Base, "db" | "clock" | "log" | "changed">;

export function countSchedule(context: Tools): Task[] {
  return [
    { name: "complete-imported", every: "night", atStart: true, run: (work) => completeRows(context, work) },
    { name: "reconcile", every: "night", run: (work) => reconcileAgain(context, work) },
  ];
}

/** A difference is an alarm: imports are followed by a start, which reconciles. */
async function reconcileAgain({ db, clock, log, changed }: Tools, work: Work): Promise<number> {
  const { before, after, wrongBlocks, wrongHours } = await compareAndRepair(db, clock);
  if (before !== after || wrongBlocks > 0 || wrongHours > 0) {
    log.error(
      { before, after, wrongBlocks, wrongHours },
      "The number and the rows did not agree. The rows were right, the number is mended.",
    );
    changed();
  }
  const entries = await reconcileLog(db, { thoroughly: true });
  if (entries && !agrees(entries))
    log.error(
      entries,
      "The public log and the rows did not agree. The rows were right, the log says so in entries of its own.",
    );
  await commitMissing(db, work);
  return Math.abs(after - before);
}

async function completeRows({ db, log }: Tools, work: Work): Promise<number> {
  const { filled, doubles } = await completeImported(db, work);
  if (doubles > 0) log.warn({ doubles }, "Imported rows share a mailbox with another signature: they count, look at them.");
  const entries = await compareLog(db, { thoroughly: false });
  return filled + (entries && (entries.missing > 0 || !agrees(entries)) ? await commitMissing(db, work) : 0);
}
