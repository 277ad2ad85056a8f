import type { LogDay } from "../../contract/transparency.ts";
import { ADDED, type Added, REMOVED, type Removed } from "../../petition/transparency/entry.ts";

export type Reasons = Pick<LogDay, "added" | "removed">;

/** `from` and `to`: days in UTC, both within. */
export interface Period extends Reasons {
  from: string;
  to: string;
  /** Added less removed, up to its end. */
  count: number;
}

export interface History {
  step: "day" | "week" | "month";
  /** The oldest first, without a gap. */
  periods: Period[];
}

const PERIODS_MAX = 92;

/** From the first day with an entry to `until`. Whole weeks begin on Mondays; at both ends a period may be shorter. */
export function historyOf(days: readonly LogDay[], until: string): History {
  const [first] = days;
  if (!first) return { step: "day", periods: [] };
  const all = withoutGaps(days, first.day, until);
  const step = all.length <= PERIODS_MAX ? "day" : all.length <= 7 * PERIODS_MAX ? "week" : "month";
  const periods: Period[] = [];
  for (const { day, ...counted } of all) {
    const last = periods.at(-1);
    if (!last || startOf(step, last.from) !== startOf(step, day)) periods.push({ from: day, to: day, ...counted });
    else Object.assign(last, { to: day, count: counted.count, ...together([last, counted]) });
  }
  return { step, periods };
}

export function together(parts: readonly Reasons[]): Reasons {
  const sum = <Reason extends string>(reasons: readonly Reason[], of: (part: Reasons) => Partial<Record<Reason, number>>) =>
    Object.fromEntries(
      reasons.map((reason) => [reason, parts.reduce((all, part) => all + (of(part)[reason] ?? 0), 0)]).filter(([, all]) => all),
    ) as Partial<Record<Reason, number>>;
  return { added: sum<Added>(ADDED, (part) => part.added), removed: sum<Removed>(REMOVED, (part) => part.removed) };
}

export function total(reasons: Partial<Record<string, number>>): number {
  return Object.values(reasons).reduce<number>((sum, one) => sum + (one ?? 0), 0);
}

function withoutGaps(days: readonly LogDay[], first: string, until: string): LogDay[] {
  const known = new Map(days.map((day) => [day.day, day]));
  const last = [until, days.at(-1)?.day ?? first].sort().at(-1) ?? first;
  const all: LogDay[] = [];
  for (let day = first; day <= last; day = daysAfter(day, 1))
    all.push(known.get(day) ?? { day, added: {}, removed: {}, count: all.at(-1)?.count ?? 0 });
  return all;
}

function startOf(step: History["step"], day: string): string {
  if (step === "day") return day;
  if (step === "month") return day.slice(0, 7);
  return daysAfter(day, -((new Date(day).getUTCDay() + 6) % 7));
}

function daysAfter(day: string, days: number): string {
  const moment = new Date(day);
  moment.setUTCDate(moment.getUTCDate() + days);
  return moment.toISOString().slice(0, 10);
}
