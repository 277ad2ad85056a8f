import { expect, test } from "vitest";
import { hoursOf, readDuration } from "./duration.ts";

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
  [86_400_000, 24],
  [3_600_000, 1],
  [5_400_000, 1.5],
  [600_000, 0.17],
  [0, 0],
])("%i milliseconds are %d hours", (milliseconds, hours) => {
  expect(hoursOf(milliseconds)).toBe(hours);
});
