import { linkExpiry } from "./confirmation.ts";
import { MINUTE, type Milliseconds } from "./duration.ts";
import type { Language } from "./language.ts";

export const COLLECTION_STATUSES = ["open", "paused", "closed"] as const;
export type CollectionStatus = (typeof COLLECTION_STATUSES)[number];

export type NoticeTexts = Partial<Record<Language, string>>;

export interface CollectionState {
  status: CollectionStatus;
  since: Date | null;
  day: string | null;
  texts: NoticeTexts;
}

/** In code points. */
export const NOTICE_LENGTH_MAX = 1000;

export const KNOWN_WITHIN: Milliseconds = 1000;

/** When the last link expires that was requested before the closing, in whole minutes. */
export function confirmableUntil(closedAt: Date, lifetime: Milliseconds): Date {
  const lastLink = linkExpiry(new Date(closedAt.getTime() + KNOWN_WITHIN), lifetime).getTime();
  return new Date(Math.ceil(lastLink / MINUTE) * MINUTE);
}

export function isFinal({ status, since }: CollectionState, lifetime: Milliseconds, now: Date): boolean {
  return status === "closed" && since !== null && now.getTime() >= confirmableUntil(since, lifetime).getTime();
}

export type DayFault = "over" | "to-come";

export function faultOfDay(status: CollectionStatus, day: string, today: string): DayFault | null {
  if (status === "paused" && day < today) return "over";
  if (status === "closed" && day > today) return "to-come";
  return null;
}

export function tidyNotice(raw: string): string {
  return raw
    .normalize("NFC")
    .replace(/\r\n?/g, "\n")
    .replace(/[\t\p{Zs}]+/gu, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

export type NoticeFault = "too-long" | "forbidden";

export function faultOfNotice(tidied: string): NoticeFault | null {
  if ([...tidied].length > NOTICE_LENGTH_MAX) return "too-long";
  return FORBIDDEN.test(tidied) ? "forbidden" : null;
}

/** Control characters, lone surrogates, and what changes the direction of the text around it. */
const FORBIDDEN = /[^\P{Cc}\n]|\p{Cs}|[\u202a-\u202e\u2066-\u2069]/u;

export function paragraphsOf(tidied: string): string[] {
  return tidied === "" ? [] : tidied.split("\n\n");
}
