import type { AdminEnd, EndAnswer, EndingState } from "../../../contract/administration/ending.ts";
import { dayOfMoment } from "../../../petition/calendar.ts";
import { confirmableUntil } from "../../../petition/collection.ts";
import { erasesAt, isHandedOver } from "../../../petition/ending.ts";
import type { Context } from "../../context.ts";
import type { CollectionControl } from "../../features/collection/collection.ts";
import { countUndecided } from "../../features/moderation/quarantine.ts";
import { readCount, readEnd } from "../../ledger/count/count.ts";
import { Interrupted, type Work } from "../../platform/jobs/in-batches.ts";
import { countConfirmable, countGoing } from "./store.ts";

/** Milliseconds of one call: what stands before the site must not give up waiting. */
const TIME = 5_000;

export type EndTools = Pick<Context, "db" | "clock" | "configuration" | "ending"> & { collection: CollectionControl };

export async function endingState({ db, clock, ending }: Pick<EndTools, "db" | "clock" | "ending">): Promise<EndingState> {
  const { date, erasedBy } = ending.handover;
  const end = await readEnd(db);
  const erases = erasesAt(ending.handover);
  return {
    handedOverOn: date,
    erasedBy,
    isDue: end === null && erases !== null && erases <= clock.now(),
    endedAt: end?.endedAt.toISOString() ?? null,
    erasedAt: end?.erasedAt?.toISOString() ?? null,
  };
}

export async function adminEnd(tools: EndTools): Promise<AdminEnd> {
  const { count } = await readCount(tools.db);
  return {
    ...(await endingState(tools)),
    signatureCount: count,
    going: await countGoing(tools.db),
    confirmable: await countConfirmable(tools.db, tools.clock.now()),
    undecided: await countUndecided(tools.db, tools.clock.now()),
  };
}

interface Waived {
  /** Nobody is waited for whose link still works. */
  waive: boolean;
  /** Nor for a decision about what the site itself has held. */
  waiveUndecided: boolean;
}

/** Null before the handing over. */
export async function endPetition(tools: EndTools, { waive, waiveUndecided }: Waived): Promise<EndAnswer | null> {
  const { db, clock, ending, collection, configuration } = tools;
  if ((await readEnd(db)) === null) {
    const now = clock.now();
    if (ending.handover.date !== null && !isHandedOver(ending.handover, dayOfMoment(now))) return null;
    const closed = await close(collection);
    const confirmable = waive ? 0 : await countConfirmable(db, now);
    if (confirmable > 0) {
      const until = confirmableUntil(closed, configuration.confirmationLifetime);
      return { outcome: "closed", confirmable, confirmableUntil: until.toISOString() };
    }
    const undecided = waiveUndecided ? 0 : await countUndecided(db, now);
    if (undecided > 0) return { outcome: "undecided", undecided };
    await ending.end("ended");
  }
  return eraseForAWhile(tools);
}

async function close(collection: CollectionControl): Promise<Date> {
  const { status, since } = await collection.state();
  const closed = status === "closed" ? since : (await collection.change({ status: "closed", day: null, texts: {} })).since;
  return new Date(closed ?? 0);
}

async function eraseForAWhile({ db, ending }: EndTools): Promise<EndAnswer> {
  let erased = 0;
  const work: Work = {
    ending: AbortSignal.timeout(TIME),
    async did(rows) {
      erased += rows;
    },
  };
  try {
    await ending.erase(work);
  } catch (failure) {
    if (!(failure instanceof Interrupted)) throw failure;
  }
  const end = await readEnd(db);
  return end?.erasedAt ? { outcome: "erased", erased, signatureCount: end.count } : { outcome: "erasing", erased };
}
