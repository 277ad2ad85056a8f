/**
 * The one way to work through many rows: by key, each batch a short transaction of its own, with a pause after it in which whoever visits
 * comes first. A crash in between loses nothing but the batch in hand; SIGTERM waits for no more than that.
 */
import { setTimeout as pause } from "node:timers/promises";
import { isRetryable, isUniqueViolation } from "../database/failures.ts";

/** Whom a long piece of work reports to. */
export interface Work {
  /** Aborted when the process is to end: the batch in hand is the last. */
  ending: AbortSignal;
  /** Told after each batch how many rows it was. */
  did(rows: number): Promise<void>;
}

/** For work that nobody watches: at the start, in tests. */
export const UNWATCHED: Work = { ending: new AbortController().signal, did: async () => {} };

/** The process ends before the work is done; what is left is done by whoever comes next. */
export class Interrupted extends Error {}

export interface Batch<Key> {
  /** Rows that were changed. */
  done: number;
  /** The key to go on after; null where nothing is left. */
  next: Key | null;
}

const FIRST = 100;
const SMALLEST = 20;
const LARGEST = 1000;
/** Milliseconds that a batch is to take: on the embedded database everybody waits for as long. */
const TIME = 60;
const SHORTEST_PAUSE = 5;
const RETRIES = 3;

/**
 * Calls `batch` until nothing is left, and answers how many rows were changed. It gets the key after which it begins (null for the first) and
 * how many rows it may take: as many as the database does in {@link TIME}. Throws what `batch` throws, and {@link Interrupted}.
 */
export async function inBatches<Key>(
  { ending, did }: Work,
  batch: (after: Key | null, size: number) => Promise<Batch<Key>>,
): Promise<number> {
  let sum = 0;
  let size = FIRST;
  for (let after: Key | null = null; ; ) {
    if (ending.aborted) throw new Interrupted("The process ends");
    const startedAt = performance.now();
    const { done, next }: Batch<Key> = await again(() => batch(after, size));
    const took = performance.now() - startedAt;
    sum += done;
    await did(done);
    if (next === null) return sum;
    after = next;
    size = Math.round(Math.min(LARGEST, 2 * size, Math.max(SMALLEST, (size * TIME) / took)));
    await pause(Math.max(SHORTEST_PAUSE, took / 4));
  }
}

/** What the database rolled back for somebody else's sake is tried again, and what somebody else was faster to write. */
async function again<Result>(act: () => Promise<Result>): Promise<Result> {
  for (let left = RETRIES; ; left -= 1) {
    try {
      return await act();
    } catch (failure) {
      if (left === 0 || !(isRetryable(failure) || isUniqueViolation(failure))) throw failure;
    }
  }
}
