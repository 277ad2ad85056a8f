/** What counts as a sign of abuse. A sign is no proof: it is shown to the administrator, who decides. */

const DAY = 24 * 60 * 60_000;

const SUSPICION_REASONS = ["network", "new-domain", "confirmed-at-once", "deletions"] as const;

/** Why a signature is suspicious, together with others of its group. */
export type SuspicionReason = (typeof SUSPICION_REASONS)[number];

/** Signatures from one network (IPv4 whole, IPv6 by its /64) in one window (milliseconds) that no household makes. */
export const CROWDED_NETWORK = { count: 20, window: DAY };

/**
 * Signatures in one window with mailboxes of one domain that nobody had signed with until lately: who owns a domain has as many
 * mailboxes as they like. All durations in milliseconds.
 */
export const CROWDED_NEW_DOMAIN = { count: 10, window: DAY, newFor: 7 * DAY };

/**
 * Seconds from the mail server's taking the e-mail to the confirmation: too few for a person to open it, read it and follow its
 * link. Some mail scanners are as fast.
 */
export const AT_ONCE = 5;

/**
 * Requests for deletion from one network in one window that one household does not make: somebody may be removing the signatures of
 * others.
 */
export const MANY_DELETIONS = { count: 10, window: DAY };

/** How long signs of abuse are kept, in milliseconds: they are looked at over weeks, not for ever. */
export const SUSPICION_RETENTION = 30 * 24 * 60 * 60_000;
