/** A clock that stands still until a test moves it. */
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
