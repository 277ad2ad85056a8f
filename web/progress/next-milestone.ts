import type { PetitionStats } from "../../contract/supporters.ts";
import { MILESTONES } from "../../petition/progress.ts";

const NAMES: Record<number, string> = { 25: "quarter", 50: "half", 75: "threeQuarters" };

export function nextMilestone(stats: PetitionStats): { milestone: string; left: number } {
  const next = MILESTONES.find((at) => !isReached(at, stats));
  if (next === undefined) return { milestone: "none", left: stats.remainingSignatures };
  return { milestone: NAMES[next] ?? "none", left: Math.ceil((stats.targetCount * next) / 100) - stats.signatureCount };
}

export function isReached(milestone: number, stats: PetitionStats): boolean {
  return stats.progressPercentage >= milestone;
}

const NEAR_GOALS = [100, 500, 1000, 2500, 5000];

/** Null from the last of them on, and where the first milestone is as near. */
export function nearGoal({ signatureCount, targetCount }: PetitionStats): { goal: number; left: number } | null {
  const [first = 0] = MILESTONES;
  const goal = NEAR_GOALS.find((near) => near > signatureCount && near < (targetCount * first) / 100);
  return goal === undefined ? null : { goal, left: goal - signatureCount };
}
