/** What an erasure leaves, and for how long (specification, "Withdrawal"). */

const DAY = 24 * 60 * 60_000;

/** How long the link in the deletion e-mail can bring a signature back, in milliseconds. */
export const RESTORE_LIFETIME = 7 * DAY;

/** How long the link that leads to the button that erases works (`DELETE_BY=link`), in milliseconds. */
export const DELETION_LINK_LIFETIME = DAY;

/**
 * How long the hashed random id of an erased signature and its day are kept, in milliseconds: as long as a backup lives,
 * so that restoring an old one erases the signature again. The privacy text promises that both are gone then.
 */
export const TOMBSTONE_LIFETIME = 30 * DAY;

/** The day of a moment as tombstones keep it: UTC, `2026-11-21`. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** The first day that a tombstone may still have; what is older is forgotten. */
export function oldestTombstoneDay(now: Date): string {
  return dayOf(new Date(now.getTime() - TOMBSTONE_LIFETIME));
}
