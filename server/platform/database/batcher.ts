/** Items that come while others are served share the next transaction (decision 0041). */
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as wait } from "node:timers/promises";
import type { Milliseconds } from "../../../petition/duration.ts";
import { ANSWER_WITHIN, DeadlineExceeded } from "./deadline.ts";
import { isAway } from "./failures.ts";

export interface BatcherOptions {
  most: number;
  abreast: number;
  room: number;
  patience: Milliseconds;
  pause: Milliseconds;
  /** The same for a batch that follows upon one of {@link CROWD}: fewer and larger ones carry more people than it makes wait. */
  pauseInCrowd?: Milliseconds;
  limit?: Milliseconds;
}

const CROWD = 4;

export type Batcher<Item, Outcome> = ReturnType<typeof makeBatcher<Item, Outcome>>;

/** What `act` answers for an item that somebody else holds: it comes again in a later batch. */
export const REQUEUE = Symbol("later");
type Requeue = typeof REQUEUE;

const FIRST_REQUEUE: Milliseconds = 5;
const LONGEST_REQUEUE: Milliseconds = 200;

export class TooManyWaiting extends Error {
  readonly statusCode = 503;

  constructor() {
    super("More wait for the database than it gets done in time.");
    this.name = "TooManyWaiting";
  }
}

interface Waiting<Item, Outcome> {
  item: Item;
  since: number;
  later: Milliseconds | null;
  within: ReturnType<typeof AsyncLocalStorage.snapshot>;
  resolve(outcome: Outcome): void;
  reject(failure: unknown): void;
}

/**
 * `act` does all items in one transaction. What it does outside of it must be harmless twice: a batch that fails is halved and tried again.
 * If the database is away or too busy, all items fail: nobody knows whether the batch was committed.
 */
export function makeBatcher<Item, Outcome>(
  act: (items: Item[]) => Promise<Array<Outcome | Requeue>>,
  { most, abreast, room, patience, pause, pauseInCrowd = pause, limit = ANSWER_WITHIN }: BatcherOptions,
) {
  const queue: Waiting<Item, Outcome>[] = [];
  const begun = new Set<{ at: number }>();
  let serving = 0;
  let isGathering = false;
  let isCrowded = false;
  let impatience: NodeJS.Timeout | undefined;

  function beginIfFree(): void {
    const [first] = queue;
    if (isGathering || serving === abreast || first === undefined) return;
    serving += 1;
    isGathering = true;
    void first.within(serve).finally(() => {
      serving -= 1;
      beginIfFree();
    });
  }

  async function serve(): Promise<void> {
    const left = (isCrowded ? pauseInCrowd : pause) - (performance.now() - (queue[0]?.since ?? 0));
    if (left > 0 && queue.length < most) await wait(left);
    isGathering = false;
    const batch = queue.splice(0, most);
    isCrowded = batch.length >= CROWD;
    beginIfFree();
    if (batch.length === 0) return;
    const beginning = { at: performance.now() };
    begun.add(beginning);
    const settled = settle(act, batch, comeAgain).finally(() => begun.delete(beginning));
    const again = batch.filter(({ later }) => later !== null);
    for (const one of again) giveUpAfter(limit, settled, [one]);
    giveUpAfter(limit, settled, batch.slice(again.length));
    // A batch that hangs keeps its place: more of the same would only wait behind it.
    await settled;
  }

  function comeAgain(one: Waiting<Item, Outcome>): void {
    one.later = Math.min(2 * (one.later ?? FIRST_REQUEUE / 2), LONGEST_REQUEUE);
    setTimeout(() => {
      queue.unshift(one);
      refuseImpatient();
      beginIfFree();
    }, one.later);
  }

  function refuseImpatient(): void {
    clearTimeout(impatience);
    impatience = undefined;
    const now = performance.now();
    while (queue[0] && now - queue[0].since >= patience) queue.shift()?.reject(new TooManyWaiting());
    if (queue[0]) impatience = setTimeout(refuseImpatient, queue[0].since + patience - now).unref();
  }

  return {
    /** Answers after the commit. Throws {@link TooManyWaiting}, `DeadlineExceeded` if its batch hangs, and what `act` throws for this item alone, or for all. */
    join: (item: Item) =>
      new Promise<Outcome>((resolve, reject) => {
        if (queue.length >= room) return reject(new TooManyWaiting());
        queue.push({ item, since: performance.now(), later: null, within: AsyncLocalStorage.snapshot(), resolve, reject });
        if (impatience === undefined) refuseImpatient();
        beginIfFree();
      }),
    waiting: () => queue.length,
    oldest: (): Milliseconds => Math.max(0, ...[...begun].map(({ at }) => performance.now() - at)),
  };
}

function giveUpAfter<Item, Outcome>(limit: Milliseconds, settled: Promise<void>, batch: Waiting<Item, Outcome>[]): void {
  const [first] = batch;
  if (first === undefined) return;
  // All have the same time: the deadline of the first one's request is nothing to the others.
  const late = setTimeout(
    () => {
      for (const { reject } of batch) reject(new DeadlineExceeded());
    },
    Math.max(0, first.since + limit - performance.now()),
  );
  void settled.finally(() => clearTimeout(late));
}

async function settle<Item, Outcome>(
  act: (items: Item[]) => Promise<Array<Outcome | Requeue>>,
  batch: Waiting<Item, Outcome>[],
  comeAgain: (one: Waiting<Item, Outcome>) => void,
): Promise<void> {
  try {
    const outcomes = await act(batch.map(({ item }) => item));
    for (const [place, one] of batch.entries()) {
      const outcome = outcomes[place] as Outcome | Requeue;
      if (outcome === REQUEUE) comeAgain(one);
      else one.resolve(outcome);
    }
  } catch (failure) {
    if (batch.length === 1 || isAway(failure)) {
      for (const { reject } of batch) reject(failure);
      return;
    }
    const half = Math.ceil(batch.length / 2);
    await settle(act, batch.slice(0, half), comeAgain);
    await settle(act, batch.slice(half), comeAgain);
  }
}
