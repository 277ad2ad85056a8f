import { expect, test } from "vitest";
import { COUNT_UP, GOAL, MILESTONES, progressOf } from "./progress.ts";

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
  expect(progressOf(signatureCount, targetCount)).toEqual({
    signatureCount,
    targetCount,
    progressPercentage,
    remainingSignatures,
  });
});

test("The goal, the milestones and the count's pace", () => {
  expect(GOAL).toBe(25_000);
  expect(MILESTONES).toEqual([25, 50, 75]);
  expect(COUNT_UP).toBe(2000);
});
