/** What an erasure leaves, and for how long. */

const DAY = 24 * 60 * 60_000;

/** How long the link in the deletion e-mail can bring a signature back, in milliseconds (decisions, "Deleting"). */
export const RESTORE_LIFETIME = 7 * DAY;

/**
 * How long the hashed random id of an erased signature and its day are kept, in milliseconds: as long as a backup lives,
 * so that restoring an old one erases the signature again. The privacy text promises that both are gone then.
 */
export const ERASURE_TRACE_LIFETIME = 30 * DAY;
