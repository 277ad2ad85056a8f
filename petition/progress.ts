import type { Milliseconds } from "./duration.ts";
import { CAMPAIGN } from "./our-campaign.ts";

export const GOAL = CAMPAIGN.goal;

export const MILESTONES = [25, 50, 75];

export const GOALS = [...MILESTONES, 100];

export const COUNT_UP: Milliseconds = 2000;

/** Percentage and rest are of the number online: what is on paper stands beside it. */
export function progressOf(count: number, target: number, paperCount = 0) {
  return {
    signatureCount: count,
    targetCount: target,
    progressPercentage: percentageOf(count, target),
    remainingSignatures: Math.max(0, target - count),
    paperCount,
  };
}

/** As it is shown: to one decimal, but never up to a milestone or to 100. */
export function shownPercentage({ progressPercentage: percentage }: { progressPercentage: number }): number {
  const rounded = Math.round(Math.round(percentage * 100) / 10) / 10;
  const isReached = rounded <= percentage || !GOALS.includes(rounded);
  return isReached ? rounded : Math.floor(percentage * 10) / 10;
}

function percentageOf(count: number, target: number): number {
  if (count >= target) return 100;
  // Rounded down: "100 %" beside "1 remaining" would be wrong.
  return Math.max(0, Math.floor((count * 10_000) / target) / 100);
}
