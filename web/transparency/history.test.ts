import { describe, expect, test } from "vitest";
import type { LogDay } from "../../contract/transparency.ts";
import { historyOf, together, total } from "./history.ts";

/** As many days from 1 January 2026 on: ten come on each, one goes on each third. */
function daysOf(length: number): LogDay[] {
  let count = 0;
  return Array.from({ length }, (_, at) => {
    const removed = at % 3 === 2 ? { withdrawn: 1 } : {};
    count += 10 - total(removed);
    return { day: new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10), added: { confirmed: 10 }, removed, count };
  });
}

describe("The history of the count", () => {
  test("is empty where nothing has happened", () => {
    expect(historyOf([], "2026-11-22")).toEqual({ step: "day", periods: [] });
  });

  test("of one day is that day", () => {
    const [day] = daysOf(1);
    const { step, periods } = historyOf(daysOf(1), "2026-01-01");
    expect(step).toBe("day");
    expect(periods).toEqual([{ from: "2026-01-01", to: "2026-01-01", added: day?.added, removed: {}, count: 10 }]);
  });

  test("shows days on which nothing happened, up to today", () => {
    const [first, , third] = daysOf(3) as [LogDay, LogDay, LogDay];
    const { periods } = historyOf([first, { ...third, count: 19 }], "2026-01-04");
    expect(periods.map(({ count }) => count)).toEqual([10, 10, 19, 19]);
  });

  test.each([
    [92, "day", 92],
    [93, "week", 14],
    [644, "week", 93],
    [645, "month", 22],
    [1000, "month", 33],
    [3650, "month", 120],
  ])("of %i days is shown by the %s, in %i steps", (length, step, steps) => {
    const days = daysOf(length);
    const history = historyOf(days, days.at(-1)?.day ?? "");
    expect([history.step, history.periods.length]).toEqual([step, steps]);
    expect(history.periods.at(-1)?.count).toBe(days.at(-1)?.count);
    expect(together(history.periods)).toEqual(together(days));
  });

  test("has weeks from Monday to Sunday", () => {
    const { periods } = historyOf(daysOf(100), "2026-04-10");
    expect(periods.slice(0, 2).map(({ from, to }) => [from, to])).toEqual([
      ["2026-01-01", "2026-01-04"],
      ["2026-01-05", "2026-01-11"],
    ]);
  });
});
