/** `ANALYTICS=own`: gathered in memory and written every few seconds. */
import { sql } from "drizzle-orm";
import { dayOfMoment } from "../../../petition/calendar.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/open.ts";
import { analyticsCounts } from "../../platform/database/schema.ts";
import type { PageEvent } from "./event.ts";

type Row = typeof analyticsCounts.$inferInsert;

export interface Counters {
  add(event: PageEvent): void;
  /** What cannot be written stays for the next time. */
  write(): Promise<void>;
}

export function makeCounters({ db, clock }: { db: Database["db"]; clock: Clock }): Counters {
  let gathered = new Map<string, Row>();

  function gather(row: Row): void {
    const key = [row.day, row.event, row.target, row.language].join();
    const known = gathered.get(key);
    if (known) known.count += row.count;
    else gathered.set(key, { ...row });
  }

  return {
    add: ({ event, target = "", language }) => gather({ day: dayOfMoment(clock.now()), event, target, language, count: 1 }),
    async write() {
      if (gathered.size === 0) return;
      const taken = gathered;
      gathered = new Map();
      try {
        await db
          .insert(analyticsCounts)
          // In one order, so that processes that write the same numbers wait for each other.
          .values([...taken].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row))
          .onConflictDoUpdate({
            target: [analyticsCounts.day, analyticsCounts.event, analyticsCounts.target, analyticsCounts.language],
            set: { count: sql`${analyticsCounts.count} + excluded.count` },
          });
      } catch (failure) {
        for (const row of taken.values()) gather(row);
        throw failure;
      }
    },
  };
}
