import { hash, randomBytes } from "node:crypto";
import type { Milliseconds } from "../../../petition/duration.ts";
import type { Clock } from "../clock.ts";

/** A count-min sketch of 4 MB: nobody can be pushed out of it. 200,000 networks at their limit would hold up one innocent in ten. */
const ROWS = 4;
const WIDTH = 2 ** 18;
const LATIN = "binary";

/** The longest that a timer of Node.js takes. */
export const TIMER_MAX: Milliseconds = 2 ** 31 - 1;

export function makeRateSketch({ clock, window }: { clock: Clock; window: Milliseconds }) {
  // Of this process alone: whose counter is whose cannot be found out, nor aimed at. No digest is ever told, so a prefix is as good as a MAC.
  const secret = randomBytes(32).toString("hex");
  let counters = new Uint32Array(0);
  let windowEndsAt = 0;
  const own = new Uint32Array(ROWS);

  function beginWindow(now: number): void {
    const isRunning = now < windowEndsAt && now >= windowEndsAt - window;
    if (isRunning) return;
    counters = new Uint32Array(ROWS * WIDTH);
    windowEndsAt = now + window;
    setTimeout(forget, Math.min(window + 1, TIMER_MAX)).unref();
  }

  function forget(): void {
    if (clock.now().getTime() >= windowEndsAt) counters = new Uint32Array(0);
  }

  /** Into the one list there is: in an attack a list for each would be a good part of all garbage that is collected. */
  function findCountersOf(network: string): void {
    const digest = hash("sha256", secret + network, LATIN);
    for (let row = 0; row < ROWS; row++) {
      const at = 3 * row;
      const word = (digest.charCodeAt(at) << 16) | (digest.charCodeAt(at + 1) << 8) | digest.charCodeAt(at + 2);
      own[row] = row * WIDTH + (word % WIDTH);
    }
  }

  return {
    /** Counts `times` more, and answers null; where `most` are reached already it counts nothing, and answers the whole seconds to wait. */
    take(network: string, most: number, times = 1): number | null {
      const now = clock.now().getTime();
      beginWindow(now);
      findCountersOf(network);
      let before = Number.POSITIVE_INFINITY;
      for (const place of own) before = Math.min(before, counters[place] ?? 0);
      if (before >= most) return Math.ceil((windowEndsAt - now) / 1000);
      for (const place of own) counters[place] = Math.max(counters[place] ?? 0, before + times);
      return null;
    },
  };
}
