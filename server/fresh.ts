import type { Clock } from "./clock.ts";

export interface Fresh<Value> {
  /** While the source fails, the last one known; without one, its error. */
  get(): Promise<Value>;
  /** Whoever asks from now on gets what is loaded from now on. */
  drop(): void;
}

/** Whoever counts faster would leave no time for anything else (decision 0014). */
const SHARE_FOR_LOADS = 0.25;

interface Load<Value> {
  value: Promise<Value>;
  drops: number;
}

/** `maxAge` in milliseconds, counted from before the load began. */
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
