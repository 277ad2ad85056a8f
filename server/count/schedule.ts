import type { Context } from "../context.ts";
import type { Work } from "../tasks/in-batches.ts";
import type { Task } from "../tasks/tasks.ts";
import { completeImported } from "./complete-imported.ts";
import { compareAndMend } from "./reconcile.ts";

type Tools = Pick<Context, "db" | "clock" | "log" | "changed">;

export function countSchedule(context: Tools): Task[] {
  return [
    { name: "complete-imported", every: "night", atStart: true, run: (work) => completeRows(context, work) },
    { name: "reconcile", every: "night", run: () => reconcileAgain(context) },
  ];
}

/** At night a difference is an alarm: only an import explains one, and imports are followed by a start. */
async function reconcileAgain({ db, clock, log, changed }: Tools): Promise<number> {
  const { before, after, wrongBlocks, wrongHours } = await compareAndMend(db, clock);
  if (before !== after || wrongBlocks > 0 || wrongHours > 0) {
    log.error(
      { before, after, wrongBlocks, wrongHours },
      "The number and the rows did not agree. The rows were right, the number is mended.",
    );
    changed();
  }
  return Math.abs(after - before);
}

async function completeRows({ db, log }: Tools, work: Work): Promise<number> {
  const { filled, doubles } = await completeImported(db, work);
  if (doubles > 0) log.warn({ doubles }, "Imported rows share a mailbox with another signature: they count, look at them.");
  return filled;
}
