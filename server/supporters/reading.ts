/** How much of the list a source may read: more than a reader wants, less than whoever copies it. In memory: reading must not write. */

import { createHmac, randomBytes } from "node:crypto";
import type { Visitor } from "../../contract/visitor.ts";
import { SUPPORTERS_PER_PAGE } from "../../petition/supporters.ts";
import type { Clock } from "../clock.ts";
import type { RateLimit } from "../configuration.ts";
import { networkOf } from "../http/visitor.ts";
import { countRefusal } from "../measures/refusals.ts";

export interface Reading {
  /** Whole seconds to wait if the source has read enough, else null. */
  count(visitor: Visitor, pageSize: number): number | null;
}

/** A count-min sketch of 4 MB: nobody can be pushed out of it. 200,000 sources at their limit would hold up one innocent in ten. */
const ROWS = 4;
const WIDTH = 2 ** 18;

export function makeReading({ clock, limit }: { clock: Clock; limit: RateLimit }): Reading {
  // Of this process alone: whose counter is whose cannot be found out, nor aimed at.
  const key = randomBytes(32);
  let counters = new Uint32Array(0);
  let windowEndsAt = 0;

  function beginWindow(now: number): void {
    const isRunning = now < windowEndsAt && now >= windowEndsAt - limit.window;
    if (isRunning) return;
    counters = new Uint32Array(ROWS * WIDTH);
    windowEndsAt = now + limit.window;
  }

  function countersOf({ address }: Visitor): number[] {
    const digest = createHmac("sha256", key).update(networkOf(address)).digest();
    return Array.from({ length: ROWS }, (_, row) => row * WIDTH + (digest.readUInt32LE(4 * row) % WIDTH));
  }

  return {
    count(visitor, pageSize) {
      if (!visitor.limited) return null;
      const now = clock.now().getTime();
      beginWindow(now);
      const own = countersOf(visitor);
      const read = Math.min(...own.map((place) => counters[place] ?? 0));
      if (read >= limit.attempts) {
        countRefusal("reading-limit");
        return Math.ceil((windowEndsAt - now) / 1000);
      }
      // Only what is behind moves up: so others' counts disturb the least.
      const nowRead = read + Math.ceil(pageSize / SUPPORTERS_PER_PAGE);
      for (const place of own) counters[place] = Math.max(counters[place] ?? 0, nowRead);
      return null;
    },
  };
}
