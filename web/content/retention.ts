const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export interface Retention {
  unit: "minutes" | "hours" | "days";
  count: number;
}

/**
 * How a time of keeping is said: the largest unit that it fills exactly, but a single day as 24 hours. Below a minute's
 * precision it is rounded up: we never keep longer than we say.
 */
export function retentionOf(milliseconds: number): Retention {
  if (milliseconds % DAY === 0 && milliseconds > DAY) return { unit: "days", count: milliseconds / DAY };
  if (milliseconds % HOUR === 0) return { unit: "hours", count: milliseconds / HOUR };
  return { unit: "minutes", count: Math.ceil(milliseconds / MINUTE) };
}
