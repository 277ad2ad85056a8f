import { describe, expect, test } from "vitest";
import type { LogDay, Transparency } from "../../contract/transparency.ts";
import { historyOf, shownLog, together, total } from "./shown-log.ts";

const BARE: Transparency = {
  origin: "petition.example/log",
  keys: ["petition.example/log+00000000+AQ=="],
  size: 8,
  root: "",
  publishedAt: "2026-11-22T12:04:05.000Z",
  added: 2,
  removed: 1,
  paper: 0,
  paperEntries: [],
  fault: null,
  witnesses: [],
  days: [],
  texts: [],
  before: null,
};

describe("The public log as it is shown", () => {
  test("has no history before anybody is counted", () => {
    expect(shownLog(BARE, "de").history).toBeNull();
  });

  test("names its days in the reader's language, the newest first, and leaves out those without entries", () => {
    const days = [
      { day: "2026-11-19", added: { confirmed: 2 }, removed: {}, count: 2 },
      { day: "2026-11-21", added: {}, removed: { withdrawn: 1 }, count: 1 },
    ];
    const history = shownLog({ ...BARE, days }, "de").history;
    expect(history?.rows.map(({ name }) => name)).toEqual(["21.11.2026", "19.11.2026"]);
    expect([history?.from, history?.to]).toEqual(["19.11.2026", "22.11.2026"]);
    expect(history?.sums).toEqual({ added: { confirmed: 2 }, removed: { withdrawn: 1 } });
    expect(shownLog({ ...BARE, days }, "en").history?.rows[0]?.name).toBe("21 Nov 2026");
  });

  test("names the months of a long history", () => {
    const days = [{ day: "2024-03-05", added: { confirmed: 2 }, removed: {}, count: 2 }];
    expect(shownLog({ ...BARE, days }, "pl").history?.rows.map(({ name }) => name)).toEqual(["marzec 2024"]);
  });

  test("shows the texts of the reader's language first, each with what has changed since the one before", () => {
    const texts = [
      { language: "de", hash: "a", hour: "2026-11-01T00:00Z", text: "Bargeld bleibt." },
      { language: "fr", hash: "b", hour: "2026-11-01T00:00Z", text: "Les espèces restent." },
      { language: "fr", hash: "c", hour: "2026-11-02T00:00Z", text: "Les pièces restent." },
    ];
    const [french, german] = shownLog({ ...BARE, texts }, "fr").texts;
    expect([french?.language, german?.language]).toEqual(["fr", "de"]);
    expect(french?.versions.map(({ changes }) => changes)).toEqual([
      null,
      [
        { kind: "kept", text: "Les " },
        { kind: "removed", text: "espèces" },
        { kind: "added", text: "pièces" },
        { kind: "kept", text: " restent." },
      ],
    ]);
    expect(shownLog({ ...BARE, texts }, "nl").texts).toHaveLength(2);
  });
});

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
