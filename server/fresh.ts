/** A value kept in memory, never handed out older than it may be while its source answers. */
import type { Clock } from "./clock.ts";

export interface Fresh<Value> {
  /** The value, loaded anew if it is too old. While the source fails, the last one known; without one, its error. */
  get(): Promise<Value>;
  /** What is held, or on its way, is out of date: whoever asks from now on gets what is loaded from now on. */
  drop(): void;
}

/**
 * Of the time in which a value may be kept, so much may go into loading it anew before it is over. Whoever counts faster than
 * that would leave no time for anything else: the value is then as old as it may be, and no older.
 */
const SHARE_FOR_LOADS = 0.25;

interface Load<Value> {
  value: Promise<Value>;
  /** Which {@link Fresh.drop} came last before it began. */
  drops: number;
}

/**
 * `maxAge` in milliseconds, counted from before the load began. One load runs at a time, however many ask; it is never begun
 * again, and what it brings goes to all who asked before the value was dropped.
 */
export function fresh<Value>(load: () => Promise<Value>, { maxAge, clock }: { maxAge: number; clock: Clock }): Fresh<Value> {
  let held: { value: Value; asOf: number; drops: number } | null = null;
  let running: Load<Value> | null = null;
  let next: Promise<Value> | null = null;
  let drops = 0;
  let periodBegan = Number.NEGATIVE_INFINITY;
  let spent = 0;

  const now = () => clock.now().getTime();
  // A clock that was set back must not make a value live for ever.
  const isWithin = (duration: number, since: number) => now() >= since && now() - since < duration;

  function begin(): Promise<Value> {
    if (!isWithin(maxAge, periodBegan)) {
      periodBegan = now();
      spent = 0;
    }
    const started: Load<Value> = { value: run(), drops };
    running = started;
    return started.value;
  }

  async function run(): Promise<Value> {
    const asOf = now();
    const of = drops;
    try {
      const value = await load();
      held = { value, asOf, drops: of };
      return value;
    } catch (failure) {
      if (held !== null) return held.value;
      throw failure;
    } finally {
      spent += Math.max(0, now() - asOf);
      running = null;
    }
  }

  /** Behind the load that runs, which began before the drop: one more for all who have asked since. */
  function beginNext(behind: Promise<Value>): Promise<Value> {
    const start = () => {
      next = null;
      return begin();
    };
    next ??= behind.then(start, start);
    return next;
  }

  return {
    async get() {
      const isYoung = held !== null && isWithin(maxAge, held.asOf);
      if (held !== null && isYoung && held.drops === drops) return held.value;
      const mayLoad = !isWithin(maxAge, periodBegan) || spent < SHARE_FOR_LOADS * maxAge;
      if (held !== null && isYoung && !mayLoad) return held.value;
      if (running === null) return next ?? begin();
      return running.drops === drops || !mayLoad ? running.value : beginNext(running.value);
    },
    drop() {
      drops += 1;
    },
  };
}
