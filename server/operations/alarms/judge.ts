import { DAY, MINUTE, SECOND } from "../../../petition/duration.ts";
import type { alarms } from "../../platform/database/schema.ts";
import { isAhead } from "../../platform/jobs/lease.ts";
import type { Condition } from "./conditions.ts";

type Row = typeof alarms.$inferSelect;

/** Not seen by any process for so long: it has not begun after all. */
const FORGOTTEN = 90 * SECOND;
/** The same, after it was said. */
const OVER = 5 * MINUTE;

/** What becomes of a condition at one look, and what is said of it. `isSo` is null where this process cannot see it. */
export function judge(code: string, known: Row | null, isSo: boolean | null, { holds }: Condition, now: Date) {
  if (known === null) return { row: isSo ? { code, since: now, seenAt: now, saidAt: null } : null, says: null };
  const { since, seenAt, saidAt } = known;
  if (isSo === false) {
    if (!hasPassed(seenAt, saidAt ? OVER : FORGOTTEN, now)) return { row: known, says: null };
    return { row: null, says: saidAt && ("over" as const) };
  }
  const isTime = isSo && (saidAt ? hasPassed(saidAt, DAY, now) : hasPassed(since, holds, now));
  const says = isTime ? (saidAt ? ("still" as const) : ("begun" as const)) : null;
  return { row: { code, since: isAhead(since, now) ? now : since, seenAt: now, saidAt: says ? now : saidAt }, says };
}

/** Or it was written by a clock that was wrong. */
export function hasPassed(moment: Date, duration: number, now: Date): boolean {
  return now.getTime() - moment.getTime() >= duration || isAhead(moment, now);
}
