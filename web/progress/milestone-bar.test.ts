import { expect, test } from "vitest";
import { progressOf } from "../../petition/progress.ts";
import { nearGoal, nextMilestone } from "./milestone-bar.tsx";

test.each([
  [0, "quarter", 6250],
  [6249, "quarter", 1],
  [6250, "half", 6250],
  [12_431, "half", 69],
  [12_500, "threeQuarters", 6250],
  [18_750, "none", 6250],
  [25_000, "none", 0],
  [30_000, "none", 0],
])("at %d of 25,000 the next milestone is %s, %d away", (count, milestone, left) => {
  expect(nextMilestone(progressOf(count, 25_000))).toEqual({ milestone, left });
});

test("a quarter of three signatures is reached by the first", () => {
  expect(nextMilestone(progressOf(0, 3))).toEqual({ milestone: "quarter", left: 1 });
  expect(nextMilestone(progressOf(1, 3))).toEqual({ milestone: "half", left: 1 });
});

test.each([
  [0, 100, 100],
  [27, 100, 73],
  [100, 500, 400],
  [1204, 2500, 1296],
  [4999, 5000, 1],
])("at %d of 25,000 the first %d are near, %d away", (count, goal, left) => {
  expect(nearGoal(progressOf(count, 25_000))).toEqual({ goal, left });
});

test.each([
  [5000, 25_000],
  [12_431, 25_000],
  [25_000, 25_000],
  [0, 3],
])("at %d of %d the milestones are near enough", (count, target) => {
  expect(nearGoal(progressOf(count, target))).toBe(null);
});
