import { DAY, type Milliseconds } from "./duration.ts";

export const PERSONAL_LINK_LIFETIME: Milliseconds = 365 * DAY;

export function personalLinkExpiry(now: Date): Date {
  return new Date(now.getTime() + PERSONAL_LINK_LIFETIME);
}

export const PERSONAL_ACTS: { attempts: number; window: Milliseconds } = { attempts: 60, window: 10 * 60_000 };
