/** How often a network was seen in a window of time. In memory: counting must not write. */

import { hash, randomBytes } from "node:crypto";
import type { Milliseconds } from "../../petition/duration.ts";
import type { Clock } from "../clock.ts";

export interface Tally {
  /** Counts `times` more, and answers null; where `most` are reached already it counts nothing, and answers the whole seconds to wait. */
  take(network: string, most: number, times?: number): number | null;
}

/** A count-min sketch of 4 MB: nobody can be pushed out of it. 200,000 networks at their limit would hold up one innocent in ten. */
const ROWS = 4;
const WIDTH = 2 ** 18;

export function makeTally({ clock, window }: { clock: Clock; window: Milliseconds }): Tally {
  // Of this process alone: whose counter is whose cannot be found out, nor aimed at. No digest is ever told, so a prefix is as good as a MAC.
  const secret = randomBytes(32).toString("hex");
  let counters = new Uint32Array(0);
  let windowEndsAt = 0;

  function beginWindow(now: number): void {
    const isRunning = now < windowEndsAt && now >= windowEndsAt - window;
    if (isRunning) return;
    counters = new Uint32Array(ROWS * WIDTH);
    windowEndsAt = now + window;
  }

  function countersOf(network: string): number[] {
    const digest = hash("sha256", secret + network, "buffer");
    return Array.from({ length: ROWS }, (_, row) => row * WIDTH + (digest.readUInt32LE(4 * row) % WIDTH));
  }

  return {
    take(network, most, times = 1) {
      const now = clock.now().getTime();
      beginWindow(now);
      const own = countersOf(network);
      const before = Math.min(...own.map((place) => counters[place] ?? 0));
      if (before >= most) return Math.ceil((windowEndsAt - now) / 1000);
      // Only what is behind moves up: so others' counts disturb the least.
      for (const place of own) counters[place] = Math.max(counters[place] ?? 0, before + times);
      return null;
    },
  };
}
