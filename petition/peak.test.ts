import { expect, test } from "vitest";
import { type Burden, CALM, type PeakState, peakAfter } from "./peak.ts";

const QUIET: Burden = { eventLoop: 2, waiting: 0, database: 3 };

/** The state after so many seconds of the same burden. */
const after = (seconds: number, burden: Partial<Burden>, before = CALM): PeakState =>
  Array.from({ length: seconds }).reduce<PeakState>((state) => peakAfter(state, { ...QUIET, ...burden }), before);

test.each([
  ["the event loop lags", { eventLoop: 200 }, "event-loop"],
  ["many wait for the database", { waiting: 300 }, "queue"],
  ["the database does not answer", { database: 2500 }, "database"],
  ["the database does not answer, and all else follows", { eventLoop: 900, waiting: 900, database: 9000 }, "database"],
])("%s: peak mode after three seconds, and no sooner", (_what, burden, cause) => {
  expect(after(2, burden).cause).toBeNull();
  expect(after(3, burden).cause).toBe(cause);
});

test("two bad seconds, a good one, two bad ones: no peak mode", () => {
  const once = after(1, {}, after(2, { waiting: 300 }));
  expect(after(2, { waiting: 300 }, once).cause).toBeNull();
});

test("it ends after thirty quiet seconds in a row", () => {
  const peak = after(3, { waiting: 300 });
  expect(after(29, {}, peak).cause).toBe("queue");
  expect(after(30, {}, peak)).toEqual(CALM);
});

test("what would not begin it keeps it: whoever swings around the threshold does not go in and out", () => {
  const peak = after(3, { waiting: 300 });
  const between = { waiting: 100 };
  expect(after(60, between).cause).toBeNull();
  expect(after(60, between, peak).cause).toBe("queue");
  expect(after(29, {}, after(1, between, after(29, {}, peak))).cause).toBe("queue");
});
