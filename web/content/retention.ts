const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export interface Retention {
  unit: "minutes" | "hours" | "days";
  count: number;
}

/** The largest unit that it fills exactly, but a single day as 24 hours. Rounded up to the minute: we never keep longer than we say. */
export function retentionOf(milliseconds: number): Retention {
  if (milliseconds % DAY === 0 && milliseconds > DAY) return { unit: "days", count: milliseconds / DAY };
  if (milliseconds % HOUR === 0) return { unit: "hours", count: milliseconds / HOUR };
  return { unit: "minutes", count: Math.ceil(milliseconds / MINUTE) };
}
