/** Clocks that a test can move: one stands still until then, the other runs. */
import type { Clock } from "../clock.ts";

export interface TestClock extends Clock {
  /** Milliseconds. */
  forward(duration: number): void;
  /** The moment so many milliseconds after now. */
  later(duration: number): Date;
}

export function clockAt(start: Date): TestClock {
  let now = start.getTime();
  return {
    now: () => new Date(now),
    forward(duration) {
      now += duration;
    },
    later: (duration) => new Date(now + duration),
  };
}

/** The system's clock, so many milliseconds ahead as a test has moved it: for pages, whose browser has a clock of its own. */
export function runningClock(): TestClock {
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead);
  return {
    now,
    forward(duration) {
      ahead += duration;
    },
    later: (duration) => new Date(now().getTime() + duration),
  };
}
