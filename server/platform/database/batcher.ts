/** Those who come while others are served share the next transaction (decision 0041). */
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as wait } from "node:timers/promises";
import type { Milliseconds } from "../../../petition/duration.ts";
import { ANSWER_WITHIN, DeadlineExceeded } from "./deadline.ts";
import { isAway } from "./failures.ts";

export interface BatcherOptions {
  /** Items of one batch. */
  most: number;
  /** Batches under way at once: what one locks, another may wait for. */
  abreast: number;
  /** Items that may wait; whoever comes then is refused at once. */
  room: number;
  /** How long an item may wait for its batch to begin, or for what somebody else holds. */
  patience: Milliseconds;
  /** How long a batch that could begin waits for others who come at the same moment. */
  pause: Milliseconds;
  /** The same for a batch that follows upon one of {@link CROWD}: fewer and larger ones carry more people than it makes wait. */
  pauseInCrowd?: Milliseconds;
  /** From an item's coming to its answer, whatever becomes of its batch. */
  limit?: Milliseconds;
}

/** Items of a batch. */
const CROWD = 4;

export interface Batcher<Item, Outcome> {
  /**
   * Answers once the transaction is committed. Throws {@link TooManyWaiting}, `DeadlineExceeded` where its batch hangs, and what `act` throws for this
   * item alone, or for all.
   */
  join(item: Item): Promise<Outcome>;
  /** Items whose batch has not begun. */
  waiting(): number;
  /** For how long the oldest batch has been under way; 0 where none is. */
  oldest(): Milliseconds;
}

/** What `act` answers for an item that somebody else holds: it comes again with a later batch, so that nobody waits with it. */
export const REQUEUE = Symbol("later");
type Requeue = typeof REQUEUE;

/** Until it comes again; doubled each time. */
const FIRST_REQUEUE: Milliseconds = 5;
const LONGEST_REQUEUE: Milliseconds = 200;

/** Nothing was done. Answered with 503, as when the database is away. */
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
  /** How long it stays away if it has to come again; null before it ever had to. */
  later: Milliseconds | null;
  /** What is traced of a batch is part of the request that it begins with. */
  within: ReturnType<typeof AsyncLocalStorage.snapshot>;
  resolve(outcome: Outcome): void;
  reject(failure: unknown): void;
}

/**
 * `act` does for all of them what it does for each, in one transaction, and answers their outcomes in the same order. What it does outside of the
 * transaction must be harmless twice: a batch that fails is halved and tried again, down to the item that it fails for. Only where the database is
 * away or too busy all of its items fail: then nobody may know whether it was committed, and trying again would make it no better.
 */
export function makeBatcher<Item, Outcome>(
  act: (items: Item[]) => Promise<Array<Outcome | Requeue>>,
  { most, abreast, room, patience, pause, pauseInCrowd = pause, limit = ANSWER_WITHIN }: BatcherOptions,
): Batcher<Item, Outcome> {
  const queue: Waiting<Item, Outcome>[] = [];
  /** When each batch under way began. */
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
    // They came long before the others, and have as little time left.
    for (const one of again) giveUpAfter(limit, settled, [one]);
    giveUpAfter(limit, settled, batch.slice(again.length));
    // What hangs keeps its place: more of the same would only wait behind it.
    await settled;
  }

  /** Before those who came after it. Its patience goes on. */
  function comeAgain(one: Waiting<Item, Outcome>): void {
    one.later = Math.min(2 * (one.later ?? FIRST_REQUEUE / 2), LONGEST_REQUEUE);
    setTimeout(() => {
      queue.unshift(one);
      refuseImpatient();
      beginIfFree();
    }, one.later);
  }

  /** Then waits for the first in the queue, which is always the next to lose patience. */
  function refuseImpatient(): void {
    clearTimeout(impatience);
    impatience = undefined;
    const now = performance.now();
    while (queue[0] && now - queue[0].since >= patience) queue.shift()?.reject(new TooManyWaiting());
    if (queue[0]) impatience = setTimeout(refuseImpatient, queue[0].since + patience - now).unref();
  }

  return {
    join: (item) =>
      new Promise((resolve, reject) => {
        if (queue.length >= room) return reject(new TooManyWaiting());
        queue.push({ item, since: performance.now(), later: null, within: AsyncLocalStorage.snapshot(), resolve, reject });
        if (impatience === undefined) refuseImpatient();
        beginIfFree();
      }),
    waiting: () => queue.length,
    oldest: () => Math.max(0, ...[...begun].map(({ at }) => performance.now() - at)),
  };
}

/** Whoever has their answer already hears nothing of it. */
function giveUpAfter<Item, Outcome>(limit: Milliseconds, settled: Promise<void>, batch: Waiting<Item, Outcome>[]): void {
  const [first] = batch;
  if (first === undefined) return;
  // By the clock alone: how long the first one's request has left is nothing to the others.
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
