import type { Clock } from "../platform/clock.ts";

export interface TestClock extends Clock {
  /** Milliseconds. */
  forward(duration: number): void;
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

/** For pages, whose browser has a clock of its own. */
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
