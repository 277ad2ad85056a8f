import { DAY, type Milliseconds } from "./duration.ts";

export const PERSONAL_LINK_LIFETIME: Milliseconds = 365 * DAY;

export function personalLinkExpiry(now: Date): Date {
  return new Date(now.getTime() + PERSONAL_LINK_LIFETIME);
}

/** Of the link that goes to a new mailbox, and of the one to the old mailbox, which keeps or puts back its address. */
export const NEW_ADDRESS_LIFETIME: Milliseconds = DAY;
export const OLD_ADDRESS_LIFETIME: Milliseconds = 7 * DAY;

/** Each request for another address writes to two mailboxes. */
export const ADDRESS_AGAIN_AFTER: Milliseconds = 10 * 60_000;

export const PERSONAL_ACTS: { attempts: number; window: Milliseconds } = { attempts: 60, window: 10 * 60_000 };
