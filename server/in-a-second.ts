import type { Clock } from "./clock.ts";

/** What this process has done in the present second of the clock. */
export interface InASecond {
  count(): number;
  add(): void;
}

export function inASecond({ clock }: { clock: Clock }): InASecond {
  let second = Number.NaN;
  let done = 0;

  function count(): number {
    const present = Math.floor(clock.now().getTime() / 1000);
    if (present !== second) done = 0;
    second = present;
    return done;
  }

  return {
    count,
    add() {
      done = count() + 1;
    },
  };
}
