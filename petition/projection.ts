import { DAY } from "./duration.ts";

const FARTHEST = 10 * 365 * DAY;

export const PACE_DAYS = 7;

export function targetReachedAt(count: number, target: number, perDay: number, now: Date): Date | null {
  const missing = target - count;
  if (missing <= 0 || perDay <= 0) return null;
  const duration = (missing / perDay) * DAY;
  return duration > FARTHEST ? null : new Date(now.getTime() + duration);
}
