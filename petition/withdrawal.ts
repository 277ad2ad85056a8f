import type { Milliseconds } from "./duration.ts";

const DAY = 24 * 60 * 60_000;

export const RESTORE_LIFETIME: Milliseconds = 7 * DAY;

export const DELETION_LINK_LIFETIME: Milliseconds = DAY;

/** As long as a backup lives, so that restoring an old one erases the signature again. The privacy text promises it. */
export const TOMBSTONE_LIFETIME: Milliseconds = 30 * DAY;

export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

export function oldestTombstoneDay(now: Date): string {
  return dayOf(new Date(now.getTime() - TOMBSTONE_LIFETIME));
}
