/** What counts as a sign of abuse. */

/**
 * Requests for deletion from one network in one window (milliseconds) that one household does not make: somebody may be
 * removing the signatures of others (decisions, "Deleting").
 */
export const MANY_DELETIONS = { count: 10, window: 24 * 60 * 60_000 };
