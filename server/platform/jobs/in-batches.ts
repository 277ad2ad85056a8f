import { setTimeout as pause } from "node:timers/promises";
import { isRetryable, isUniqueViolation } from "../database/failures.ts";
import { retry } from "../database/pool.ts";

export interface Work {
  /** Aborted when the process is to end: the batch in hand is the last. */
  ending: AbortSignal;
  did(rows: number): Promise<void>;
  wasClockAhead?: boolean;
}

export const UNWATCHED: Work = { ending: new AbortController().signal, did: async () => {} };

export class Interrupted extends Error {}

export interface Batch<Key> {
  done: number;
  next: Key | null;
}

const FIRST = 100;
const SMALLEST = 20;
const LARGEST = 1000;
/** Milliseconds of a batch: the embedded database serves nobody else meanwhile. */
const TIME = 60;
const SHORTEST_PAUSE = 5;

/** `batch` gets the key after which it begins, null at first. Throws {@link Interrupted}. */
export async function inBatches<Key>(
  { ending, did }: Work,
  batch: (after: Key | null, size: number) => Promise<Batch<Key>>,
): Promise<number> {
  let sum = 0;
  let size = FIRST;
  for (let after: Key | null = null; ; ) {
    if (ending.aborted) throw new Interrupted("The process ends");
    const startedAt = performance.now();
    const mayPass = (failure: unknown) => isRetryable(failure) || isUniqueViolation(failure);
    const { done, next }: Batch<Key> = await retry(() => batch(after, size), mayPass);
    const took = performance.now() - startedAt;
    sum += done;
    await did(done);
    if (next === null) return sum;
    after = next;
    size = Math.round(Math.min(LARGEST, 2 * size, Math.max(SMALLEST, (size * TIME) / took)));
    await pause(Math.max(SHORTEST_PAUSE, took / 4));
  }
}
