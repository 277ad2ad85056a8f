import { DAY, type Milliseconds } from "./duration.ts";

export const RESTORE_LIFETIME: Milliseconds = 7 * DAY;

/** Above this share of all signatures in a window of `DELETE_BRAKE`, requests for deletion send links instead of erasing. */
const ERASED_AT_ONCE = 1 / 50;

/** `least`: so many are not unusual, even if few have signed. */
export function erasuresAtOnce(signatures: number, least: number): number {
  return Math.max(least, Math.floor(signatures * ERASED_AT_ONCE));
}

export const DELETION_LINK_LIFETIME: Milliseconds = DAY;
