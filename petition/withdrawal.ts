import type { Milliseconds } from "./duration.ts";

const DAY = 24 * 60 * 60_000;

export const RESTORE_LIFETIME: Milliseconds = 7 * DAY;

export const DELETION_LINK_LIFETIME: Milliseconds = DAY;
