/** How much of the list a source may read: more than a reader wants, less than a copy of the list needs. */

import { inWideNetwork } from "../../../petition/networks.ts";
import { SUPPORTERS_PER_PAGE } from "../../../petition/supporters.ts";
import type { Clock } from "../../platform/clock.ts";
import type { RateLimit } from "../../platform/config/kinds.ts";
import { makeRateSketch } from "../../platform/limits/rate-sketch.ts";
import { countRefusal } from "../../platform/metrics/counters.ts";
import { networkOf, type Source, wideNetworkOf } from "../../platform/visitor.ts";

export interface Reading {
  /** Whole seconds to wait if the source has read enough, else null. */
  count(source: Source, pageSize: number): number | null;
  admits(source: Source, pageSize: number): boolean;
}

export function makeReading({ clock, limit: { attempts, window } }: { clock: Clock; limit: RateLimit }): Reading {
  const sketch = makeRateSketch({ clock, window });

  function take({ limited, address }: Source, pageSize: number): number | null {
    if (!limited) return null;
    const pages = Math.ceil(pageSize / SUPPORTERS_PER_PAGE);
    return (
      sketch.take(networkOf(address), attempts, pages) ?? sketch.take(wideNetworkOf(address), inWideNetwork(attempts), pages)
    );
  }

  return {
    count(source, pageSize) {
      const wait = take(source, pageSize);
      if (wait !== null) countRefusal("reading-limit");
      return wait;
    },
    admits: (source, pageSize) => take(source, pageSize) === null,
  };
}
