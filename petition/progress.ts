import type { Milliseconds } from "./duration.ts";
import { CAMPAIGN } from "./our-campaign.ts";

export const GOAL = CAMPAIGN.goal;

export const MILESTONES = [25, 50, 75];

export const COUNT_UP: Milliseconds = 2000;

export function progressOf(count: number, target: number) {
  return {
    signatureCount: count,
    targetCount: target,
    progressPercentage: percentageOf(count, target),
    remainingSignatures: Math.max(0, target - count),
  };
}

function percentageOf(count: number, target: number): number {
  if (count >= target) return 100;
  // Rounded down: "100 %" beside "1 remaining" would be wrong.
  return Math.max(0, Math.floor((count * 10_000) / target) / 100);
}
