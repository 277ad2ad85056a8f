import type { Clock } from "../clock.ts";
import { timeUntilDeadline, withEarlierDeadline, withinDeadline, withinTime } from "../database/deadline.ts";

export type Revalidated<Value> = ReturnType<typeof staleWhileRevalidate<Value>>;

/** Milliseconds, by the monotonic clock: after so long a load hangs. */
const PATIENCE = 1000;
/** When the deadline is near: a load that does not hang takes no longer. */
const LEAST_PATIENCE = 100;

interface Load<Value> {
  value: Promise<Value>;
  orLast: Promise<Value>;
  drops: number;
}

export interface RevalidationOptions<Value = unknown> {
  /** Milliseconds, counted from before the load began; or how long for a value that took so many to load. */
  maxAge: number | ((value: Value, took: number) => number);
  inPeak?: { isOn(): boolean; maxAge: number };
  clock: Clock;
}

/** Of what took long to load: again after so many times as long, for about a hundredth of a processor. */
const REST = 100;
/** Milliseconds at most: what took long because it had to wait must not rest for an hour. */
const REST_MAX = 10_000;

export function restAfter<Value>(isMuch: (value: Value) => boolean): (value: Value, took: number) => number {
  return (value, took) => (isMuch(value) ? Math.min(took * REST, REST_MAX) : 0);
}

export function staleWhileRevalidate<Value>(
  load: () => Promise<Value>,
  { maxAge: usual, inPeak, clock }: RevalidationOptions<Value>,
) {
  let held: { value: Value; asOf: number; drops: number; maxAge: number } | null = null;
  let running: Load<Value> | null = null;
  let next: Promise<Value> | null = null;
  let drops = 0;

  const now = () => clock.now().getTime();
  const isPeak = () => inPeak?.isOn() ?? false;
  const maxAge = () => (inPeak?.isOn() ? inPeak.maxAge : (held?.maxAge ?? (typeof usual === "number" ? usual : 0)));
  // A clock that was set back must not make a value live for ever.
  const isYoung = (since: number) => now() >= since && now() - since < maxAge();
  const budget = loadBudget(isYoung, maxAge);

  function begin(): Promise<Value> {
    budget.begin(now());
    const value = run();
    running = { value, orLast: orLast(value), drops };
    return running.orLast;
  }

  function orLast(value: Promise<Value>, patience = PATIENCE): Promise<Value> {
    const last = held;
    return last === null ? value : withinTime(value, patience, () => (held ?? last).value);
  }

  async function run(): Promise<Value> {
    const asOf = now();
    const began = performance.now();
    const of = drops;
    try {
      const value = await withEarlierDeadline(load);
      held = { value, asOf, drops: of, maxAge: typeof usual === "number" ? usual : usual(value, performance.now() - began) };
      return value;
    } catch (failure) {
      if (held !== null) return held.value;
      throw failure;
    } finally {
      budget.spend(Math.max(0, now() - asOf));
      running = null;
    }
  }

  function beginNext(behind: Promise<Value>): Promise<Value> {
    const start = () => {
      next = null;
      return begin();
    };
    next ??= orLast(behind.then(start, start));
    return next;
  }

  function whileTimeIsLeft(asked: Promise<Value>): Promise<Value> {
    const left = timeUntilDeadline();
    if (held === null) return Number.isFinite(left) ? withinDeadline(asked) : asked;
    return left < PATIENCE ? orLast(asked, Math.max(LEAST_PATIENCE, left)) : asked;
  }

  return {
    /** While the source fails or hangs, the last known value; without one, its error, or `DeadlineExceeded` at the deadline of the answer. */
    async get(): Promise<Value> {
      const known = held !== null && isYoung(held.asOf) ? held : null;
      if (known !== null && (known.drops === drops || isPeak())) return known.value;
      const mayLoad = budget.isLeft();
      if (known !== null && !mayLoad) return known.value;
      if (running === null) return whileTimeIsLeft(next ?? begin());
      const isLateEnough = running.drops === drops || !mayLoad || isPeak();
      return whileTimeIsLeft(isLateEnough ? running.orLast : beginNext(running.value));
    },
    /** When the load of what was answered last began; null before the first. */
    asOf: () => (held === null ? null : new Date(held.asOf)),
    drop(): void {
      drops += 1;
    },
  };
}

/** Of each period, loads that follow a drop may take this share: more would leave no time for anything else (decision 0014). */
const SHARE_FOR_LOADS = 0.25;

function loadBudget(isRunning: (since: number) => boolean, period: () => number) {
  let began = Number.NEGATIVE_INFINITY;
  let spent = 0;
  return {
    isLeft: () => !isRunning(began) || spent < SHARE_FOR_LOADS * period(),
    begin(now: number): void {
      if (isRunning(began)) return;
      began = now;
      spent = 0;
    },
    spend(took: number): void {
      spent += took;
    },
  };
}
