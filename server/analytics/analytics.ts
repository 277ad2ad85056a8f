import type { Clock } from "../clock.ts";
import type { Database } from "../database/open.ts";
import { logFailure } from "../http/errors.ts";
import type { Log } from "../log.ts";
import type { Analytics } from "../settings/analytics.ts";
import { makeCounters } from "./counters.ts";
import type { PageEvent } from "./event.ts";
import { feed } from "./provider.ts";

const WRITE_EVERY = 5000;
const MINUTE = 60_000;
const PER_SOURCE_A_MINUTE = 60;
/** Above this many sources in a minute nobody is told apart any more. */
const SOURCES_MAX = 50_000;

export interface AnalyticsTaker {
  /** `source`: a network, for this minute's limit alone; it is not kept. */
  take(event: PageEvent, source: string): void;
  close(): Promise<void>;
  /** For tests: everything taken so far has been written or handed on. */
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
  const mayTell = limitPerMinute(clock);

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

function limitPerMinute(clock: Clock): (source: string) => boolean {
  let told = new Map<string, number>();
  let since = 0;
  return (source) => {
    const now = clock.now().getTime();
    if (now - since >= MINUTE || told.size >= SOURCES_MAX) {
      told = new Map();
      since = now;
    }
    const count = (told.get(source) ?? 0) + 1;
    told.set(source, count);
    return count <= PER_SOURCE_A_MINUTE;
  };
}
