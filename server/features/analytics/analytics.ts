import type { ToldEvent } from "../../../contract/analytics.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Analytics } from "../../platform/config/kinds.ts";
import type { Database } from "../../platform/database/open.ts";
import { makeRateSketch } from "../../platform/limits/rate-sketch.ts";
import { type Log, logFailure } from "../../platform/log.ts";
import { makeCounters } from "./counters.ts";
import { feed } from "./provider.ts";

const WRITE_EVERY = 5000;
const MINUTE = 60_000;
const PER_SOURCE_A_MINUTE = 60;

export interface AnalyticsTaker {
  /** `source`: a network, for this minute's limit. It is not kept. */
  take(event: ToldEvent, source: string): void;
  close(): Promise<void>;
  /** For tests. */
  settled(): Promise<void>;
}

interface Tools {
  analytics: Analytics;
  db: Database["db"];
  clock: Clock;
  publicUrl(): string;
  log: Log;
}

export function makeAnalytics({ analytics, db, clock, publicUrl, log }: Tools): AnalyticsTaker | null {
  if (analytics.to === "none") return null;
  const sketch = makeRateSketch({ clock, window: MINUTE });
  const mayTell = (source: string) => sketch.take(source, PER_SOURCE_A_MINUTE) === null;

  if (analytics.to === "own") {
    const counters = makeCounters({ db, clock });
    const write = () => counters.write().catch((failure) => logFailure(log, failure, "analytics"));
    const timer = setInterval(write, WRITE_EVERY).unref();
    return {
      take: (event, source) => mayTell(source) && counters.add(event),
      settled: write,
      async close() {
        clearInterval(timer);
        await write();
      },
    };
  }

  const provider = feed(analytics as Extract<Analytics, { address: string }>, publicUrl);
  return {
    take: (event, source) => mayTell(source) && provider.send(event),
    settled: provider.settled,
    close: provider.settled,
  };
}
