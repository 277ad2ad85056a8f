/** Lease and clock rule of all work that one process at a time does: e-mails, spreadsheet rows, witnesses, tasks. All but witnesses back off. */
import { and, gt, isNull, lte, or, type SQL } from "drizzle-orm";
import type { PgColumn, PgInsertValue, PgTable, PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Milliseconds } from "../../../petition/duration.ts";
import type { Database } from "../database/open.ts";

/** Clocks of several processes may differ by so much. A moment further ahead was written by a clock that was wrong. */
export const CLOCKS_DIFFER: Milliseconds = 2 * 60_000;

export function later(moment: Date, duration: Milliseconds): Date {
  return new Date(moment.getTime() + duration);
}

export function isAhead(moment: Date, now: Date): boolean {
  return moment > later(now, CLOCKS_DIFFER);
}

/** In SQL: there is no such time, or it has come, or it is so far ahead that a clock that was ahead wrote it. */
export function hasCome(time: PgColumn, by: Date, farthest: Date): SQL | undefined {
  return or(isNull(time), lte(time, by), gt(time, farthest));
}

export interface Lease {
  now: Date;
  lasts: Milliseconds;
  /** From now: no lease of a clock that is right ends later. Twice as long as it lasts, unless something else is named. */
  farthest?: Milliseconds;
}

export function isFree(leasedUntil: PgColumn, { now, lasts, farthest = 2 * lasts }: Lease): SQL | undefined {
  return hasCome(leasedUntil, now, later(now, farthest));
}

export interface BackOff {
  first: Milliseconds;
  longest: Milliseconds;
}

export function backOff(failures: number, { first, longest }: BackOff): Milliseconds {
  return Math.min(longest, first * 2 ** failures);
}

type LeasedTable = PgTable & { leasedUntil: PgColumn };

interface Wanted<Table extends LeasedTable> {
  row: PgInsertValue<Table>;
  where: SQL | undefined;
  set?: PgUpdateSetSource<Table>;
}

/** Null where another process has the row, or `where` does not hold. */
export async function takeRow<Table extends LeasedTable>(
  db: Database["db"],
  table: Table,
  { row, where, set }: Wanted<Table>,
  lease: Lease,
): Promise<Table["$inferSelect"] | null> {
  const leasedUntil = later(lease.now, lease.lasts);
  await db.insert(table).values(row).onConflictDoNothing();
  const taken = await db
    .update(table)
    .set({ ...set, leasedUntil } as PgUpdateSetSource<Table>)
    .where(and(where, isFree(table.leasedUntil, lease)))
    .returning();
  return (taken as Table["$inferSelect"][])[0] ?? null;
}

/** Renews while the work lasts, until `stop`. `settled`: no renewal is under way, which would write over what is noted next. */
export function renewing(renew: () => Promise<void>, every: Milliseconds) {
  let underWay: Promise<void> | null = null;
  const timer = setInterval(() => {
    underWay ??= renew().finally(() => {
      underWay = null;
    });
  }, every).unref();
  return {
    stop: () => clearInterval(timer),
    async settled(): Promise<void> {
      await underWay;
    },
  };
}
