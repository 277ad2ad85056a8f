import { closesAt, END_EVERY, erasesAt } from "../../../petition/ending.ts";
import type { Base } from "../../platform/base.ts";
import type { Work } from "../../platform/jobs/in-batches.ts";
import type { Task } from "../../platform/jobs/tasks.ts";
import { readEnd } from "../count/count.ts";
import type { Ending } from "./ending.ts";

type Tools = Pick<Base, "db" | "clock" | "configuration"> & { ending: Ending };

export function endingSchedule(context: Tools, close: () => Promise<void>): Task[] {
  return [{ name: "end-petition", every: END_EVERY, atStart: true, run: (work) => endInTime(context, close, work) }];
}

async function endInTime({ db, clock, configuration, ending }: Tools, close: () => Promise<void>, work: Work): Promise<number> {
  if ((await readEnd(db)) === null) {
    const now = clock.now();
    const closes = closesAt(ending.handover, configuration.confirmationLifetime);
    if (closes === null || now < closes) return 0;
    await close();
    const erases = erasesAt(ending.handover);
    if (erases === null || now < erases) return 0;
    await ending.end("ended-by-date");
  }
  return ending.erase(work);
}
