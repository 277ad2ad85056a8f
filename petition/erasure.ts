import { DAY, type Milliseconds } from "./duration.ts";

/** As long as a backup lives, so that restoring an old one erases the signature again. The privacy text promises it. */
export const TOMBSTONE_LIFETIME: Milliseconds = 30 * DAY;

/** A tombstone has a day and no time: so it may be kept a day longer. */
export const TOMBSTONE_GONE_WITHIN: Milliseconds = TOMBSTONE_LIFETIME + DAY;

export function tombstoneDay(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

export function oldestTombstoneDay(now: Date): string {
  return tombstoneDay(new Date(now.getTime() - TOMBSTONE_LIFETIME));
}
