import { expect, test } from "vitest";
import { DAY, durationOf, readDuration } from "./duration.ts";

test.each([
  ["90s", 90_000],
  ["10m", 600_000],
  ["24h", 86_400_000],
  ["30d", 2_592_000_000],
  ["0s", 0],
  ["1s", 1000],
  ["9999999d", 863_999_913_600_000],
])("%s is %i milliseconds", (text, milliseconds) => {
  expect(readDuration(text)).toBe(milliseconds);
});

test.each([
  "",
  "h",
  "24",
  "24 h",
  " 24h",
  "24h ",
  "24H",
  "-1h",
  "+1h",
  "1.5h",
  "1h30m",
  "10ms",
  "1w",
  "24h\n",
  "1e3s",
  "٣h",
  "99999999d",
])("%j is no duration", (text) => {
  expect(readDuration(text)).toBeNull();
});

test.each([
  [DAY, "hours", 24],
  [2 * DAY, "days", 2],
  [30 * DAY, "days", 30],
  [1.5 * DAY, "hours", 36],
  [10 * 60_000, "minutes", 10],
  [90_000, "minutes", 2],
] as const)("%i milliseconds are said in %s: %i", (milliseconds, unit, count) => {
  expect(durationOf(milliseconds)).toEqual({ unit, count });
});
