/** Signatures to reach, where the operator names no other number. */
export const GOAL = 25_000;

/** Percentages at which the bar carries a marker. */
export const MILESTONES = [25, 50, 75];

/** Milliseconds in which the number counts up on first load. */
export const COUNT_UP = 2000;

export interface PetitionStats {
  signatureCount: number;
  targetCount: number;
  /** 0 to 100, two decimals; 100 only once the target is reached. */
  progressPercentage: number;
  remainingSignatures: number;
}

/** The public figures for a count of confirmed signatures; `target` is at least 1. */
export function progressOf(count: number, target: number): PetitionStats {
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
