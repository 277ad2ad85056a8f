import { sql } from "drizzle-orm";
import type { ToldEvent } from "../../../contract/analytics.ts";
import { dayOfMoment } from "../../../petition/calendar.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/open.ts";
import { analyticsCounts } from "../../platform/database/schema.ts";

type Row = typeof analyticsCounts.$inferInsert;

export function makeCounters({ db, clock }: { db: Database["db"]; clock: Clock }) {
  let gathered = new Map<string, Row>();

  function gather(row: Row): void {
    const key = [row.day, row.event, row.target, row.language].join();
    const known = gathered.get(key);
    if (known) known.count += row.count;
    else gathered.set(key, { ...row });
  }

  return {
    add: ({ event, target = "", language }: ToldEvent): void =>
      gather({ day: dayOfMoment(clock.now()), event, target, language, count: 1 }),
    /** What cannot be written stays for the next time. */
    async write(): Promise<void> {
      if (gathered.size === 0) return;
      const taken = gathered;
      gathered = new Map();
      try {
        await db
          .insert(analyticsCounts)
          // In one order, so that processes do not lock each other out.
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
