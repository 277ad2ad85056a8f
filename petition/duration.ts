/** Durations as an operator writes them. */

const UNITS: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds of "90s", "10m", "24h" or "30d"; null for anything else. "0s" is 0: whether that makes sense is for the setting to say. */
export function readDuration(text: string): number | null {
  const [, amount, unit = ""] = /^(\d{1,7})([smhd])$/.exec(text) ?? [];
  const size = UNITS[unit];
  return amount === undefined || size === undefined ? null : Number(amount) * size;
}

/** Hours of a duration in milliseconds, to two decimals, for sentences like "within 24 hours". */
export function hoursOf(milliseconds: number): number {
  return Math.round(milliseconds / 36_000) / 100;
}
