import { DAY, type Milliseconds, type Seconds } from "./duration.ts";
import { inWideNetwork } from "./networks.ts";

export const SUSPICION_REASONS = ["network", "new-domain", "confirmed-at-once", "deletions"] as const;

export type SuspicionReason = (typeof SUSPICION_REASONS)[number];

/** From one network (IPv4 whole, IPv6 by its /64), and from the wide network around it (IPv4 /24, IPv6 /48). */
type CrowdOfNetworks = { counts: readonly [one: number, wide: number]; window: Milliseconds };

export const CROWDED_NETWORK: CrowdOfNetworks = { counts: [20, inWideNetwork(20)], window: DAY };

/** Mailboxes of one new domain: its owner can have any number of them. */
export const CROWDED_NEW_DOMAIN = { count: 10, window: DAY, newFor: 7 * DAY };

/** What a domain needs beforehand, so that one early signature by its owner is not enough. `anyhow`: so many in all are enough. */
export const ESTABLISHED_DOMAIN = { days: 3, networks: 3, anyhow: 100 };

/** Too few for a person to read the e-mail, though some mail scanners are as fast. */
export const AT_ONCE: Seconds = 5;

/** Requests for deletion: somebody may be removing the signatures of others. */
export const MANY_DELETIONS: CrowdOfNetworks = { counts: [10, inWideNetwork(10)], window: DAY };

/** The privacy policy promises that a person decides about each signature that the site itself has put into quarantine. */
export const HOLD_DECIDED_WITHIN: Milliseconds = 14 * DAY;

export const SUSPICION_RETENTION: Milliseconds = 30 * DAY;
