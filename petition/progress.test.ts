import { expect, test } from "vitest";
import { COUNT_UP, GOAL, MILESTONES, progressOf, shownPercentage } from "./progress.ts";

test.each([
  [0, 25_000, 0, 25_000],
  [1, 25_000, 0, 24_999],
  [3, 25_000, 0.01, 24_997],
  [6249, 25_000, 24.99, 18_751],
  [6250, 25_000, 25, 18_750],
  [12_432, 25_000, 49.72, 12_568],
  [24_999, 25_000, 99.99, 1],
  [25_000, 25_000, 100, 0],
  [25_001, 25_000, 100, 0],
  [1, 3, 33.33, 2],
  [2, 3, 66.66, 1],
  [0, 1, 0, 1],
  [1, 1, 100, 0],
  [6_099_999, 6_100_000, 99.99, 1],
])("%i of %i signatures are %d percent, %i remain", (signatureCount, targetCount, progressPercentage, remainingSignatures) => {
  const online = { signatureCount, targetCount, progressPercentage, remainingSignatures };
  expect(progressOf(signatureCount, targetCount)).toEqual({ ...online, paperCount: 0 });
  expect(progressOf(signatureCount, targetCount, 312)).toEqual({ ...online, paperCount: 312 });
});

test.each([
  [0, 0],
  [12_424, 49.7],
  [12_432, 49.7],
  [12_499, 49.9],
  [12_500, 50],
  [12_509, 50],
  [12_513, 50.1],
  [6249, 24.9],
  [18_749, 74.9],
  [24_999, 99.9],
  [25_000, 100],
])("%i of 25,000 is shown as %d percent: rounded, but never up to a milestone", (count, shown) => {
  expect(shownPercentage(progressOf(count, 25_000))).toBe(shown);
});

test("The goal, the milestones and the count's pace", () => {
  expect(GOAL).toBe(25_000);
  expect(MILESTONES).toEqual([25, 50, 75]);
  expect(COUNT_UP).toBe(2000);
});
