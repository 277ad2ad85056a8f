import { expect, test } from "vitest";
import { retentionOf } from "./retention.ts";

const HOUR = 60 * 60_000;

test.each([
  [24 * HOUR, "hours", 24],
  [48 * HOUR, "days", 2],
  [30 * 24 * HOUR, "days", 30],
  [36 * HOUR, "hours", 36],
  [10 * 60_000, "minutes", 10],
  [90_000, "minutes", 2],
] as const)("%i milliseconds are said in %s: %i", (milliseconds, unit, count) => {
  expect(retentionOf(milliseconds)).toEqual({ unit, count });
});
