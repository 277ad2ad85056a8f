export type Milliseconds = number;
export type Seconds = number;

export const DAY: Milliseconds = 24 * 60 * 60_000;

const UNITS: Record<string, Milliseconds> = { s: 1000, m: 60_000, h: 3_600_000, d: DAY };

/** Reads "90s", "10m", "24h" or "30d"; null for anything else. */
export function readDuration(text: string): Milliseconds | null {
  const [, amount, unit = ""] = /^(\d{1,7})([smhd])$/.exec(text) ?? [];
  const size = UNITS[unit];
  return amount === undefined || size === undefined ? null : Number(amount) * size;
}

export function hoursOf(milliseconds: Milliseconds): number {
  return Math.round(milliseconds / 36_000) / 100;
}
