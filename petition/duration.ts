export type Milliseconds = number;
export type Seconds = number;

export const SECOND: Milliseconds = 1000;
export const MINUTE: Milliseconds = 60 * SECOND;
export const HOUR: Milliseconds = 60 * MINUTE;
export const DAY: Milliseconds = 24 * HOUR;

const UNITS: Record<string, Milliseconds> = { s: SECOND, m: MINUTE, h: HOUR, d: DAY };

/** Reads "90s", "10m", "24h" or "30d"; null for anything else. */
export function readDuration(text: string): Milliseconds | null {
  const [, amount, unit = ""] = /^(\d{1,7})([smhd])$/.exec(text) ?? [];
  const size = UNITS[unit];
  return amount === undefined || size === undefined ? null : Number(amount) * size;
}

/** The largest unit that it fills exactly, but a single day as 24 hours. Rounded up to the minute: we never keep longer than we say. */
export function durationOf(milliseconds: Milliseconds): { unit: "days" | "hours" | "minutes"; count: number } {
  if (milliseconds % DAY === 0 && milliseconds > DAY) return { unit: "days", count: milliseconds / DAY };
  if (milliseconds % HOUR === 0) return { unit: "hours", count: milliseconds / HOUR };
  return { unit: "minutes", count: Math.ceil(milliseconds / MINUTE) };
}
