/** When the target is reached if it goes on like this. */

const DAY = 24 * 60 * 60_000;
/** Further away than this, a date says nothing. */
const FARTHEST = 10 * 365 * DAY;

/** `pace`: signatures a day. Null if the target is reached already, or never is, or not within ten years. */
export function targetReachedAt(count: number, target: number, pace: number, now: Date): Date | null {
  const missing = target - count;
  if (missing <= 0 || pace <= 0) return null;
  const duration = (missing / pace) * DAY;
  return duration > FARTHEST ? null : new Date(now.getTime() + duration);
}
