import { expect, test } from "vitest";
import { latestNight, nextNight } from "./calendar.ts";

test.each([
  ["in winter", "2026-11-21T11:00:00Z", "2026-11-21T02:00:00.000Z", "2026-11-22T02:00:00.000Z"],
  ["at three", "2026-11-22T02:00:00Z", "2026-11-22T02:00:00.000Z", "2026-11-23T02:00:00.000Z"],
  ["a moment before three", "2026-11-22T01:59:59Z", "2026-11-21T02:00:00.000Z", "2026-11-22T02:00:00.000Z"],
  ["after midnight in Berlin", "2026-06-20T22:30:00Z", "2026-06-20T01:00:00.000Z", "2026-06-21T01:00:00.000Z"],
  ["when summer time begins", "2026-03-29T01:00:00Z", "2026-03-29T01:00:00.000Z", "2026-03-30T01:00:00.000Z"],
  ["a second before it begins", "2026-03-29T00:59:59Z", "2026-03-28T02:00:00.000Z", "2026-03-29T01:00:00.000Z"],
  [
    "in the hour that summer time's end repeats",
    "2026-10-25T01:30:00Z",
    "2026-10-24T01:00:00.000Z",
    "2026-10-25T02:00:00.000Z",
  ],
])("the site's night, %s", (_when, now, latest, next) => {
  expect(latestNight(new Date(now)).toISOString()).toBe(latest);
  expect(nextNight(new Date(now)).toISOString()).toBe(next);
});
