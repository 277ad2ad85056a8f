import { expect, test } from "vitest";
import { targetReachedAt } from "./projection.ts";

const now = new Date("2026-11-21T12:00:00Z");

test("a hundred are missing, ten come a day: in ten days", () => {
  expect(targetReachedAt(900, 1000, 10, now)).toEqual(new Date("2026-12-01T12:00:00Z"));
});

test.each([
  ["reached", 1000, 1000, 10],
  ["passed", 1200, 1000, 10],
  ["nobody comes", 10, 1000, 0],
  ["more leave than come", 10, 1000, -3],
  ["not within ten years", 0, 1_000_000, 1],
])("%s: no date", (_what, count, target, pace) => {
  expect(targetReachedAt(count, target, pace, now)).toBeNull();
});
