/** Whether signatures are collected: open, paused for a while, or closed for good. What has been signed stays as it is. */
import { linkExpiry } from "./confirmation.ts";
import type { Language } from "./language.ts";

export const COLLECTION_STATUSES = ["open", "paused", "closed"] as const;
export type CollectionStatus = (typeof COLLECTION_STATUSES)[number];

/** The administrator's own words, where there are any: plain text, paragraphs separated by an empty line. */
export type NoticeTexts = Partial<Record<Language, string>>;

export interface CollectionState {
  status: CollectionStatus;
  /** When it became so; null if it was never otherwise. */
  since: Date | null;
  /** `2026-12-03`, in the petition's zone: until when it is presumably paused, or when it was closed. */
  day: string | null;
  texts: NoticeTexts;
}

/** Characters (code points) of a notice in one language. */
export const NOTICE_LENGTH_MAX = 1000;

/** Within so many milliseconds every process knows that the petition was paused or closed. */
export const KNOWN_WITHIN = 1000;

const MINUTE = 60_000;

/**
 * Until when signatures that waited as the petition was closed can still be confirmed: the last of their links ends before. A
 * whole minute, since that is how it is said. `lifetime` of a link in milliseconds.
 */
export function confirmableUntil(closedAt: Date, lifetime: number): Date {
  const lastLink = linkExpiry(new Date(closedAt.getTime() + KNOWN_WITHIN), lifetime).getTime();
  return new Date(Math.ceil(lastLink / MINUTE) * MINUTE);
}

/** Whether nothing can be confirmed any more, so that the result of a closed petition is final. */
export function isFinal({ status, since }: CollectionState, lifetime: number, now: Date): boolean {
  return status === "closed" && since !== null && now.getTime() >= confirmableUntil(since, lifetime).getTime();
}

export type DayFault = "over" | "to-come";

/** A pause does not end in the past, a petition was not closed in the future. `today` and `day` are days of the calendar. */
export function faultOfDay(status: CollectionStatus, day: string, today: string): DayFault | null {
  if (status === "paused" && day < today) return "over";
  if (status === "closed" && day > today) return "to-come";
  return null;
}

/** The text as it is kept: NFC, trimmed, tabs and runs of spaces made one space, no more than one empty line at a time. */
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

/** What is wrong with a text that {@link tidyNotice} has tidied, or null if nothing is. */
export function faultOfNotice(tidied: string): NoticeFault | null {
  if ([...tidied].length > NOTICE_LENGTH_MAX) return "too-long";
  return FORBIDDEN.test(tidied) ? "forbidden" : null;
}

/** Control characters, halves of a character, and what turns the direction of the text around it. */
const FORBIDDEN = /[^\P{Cc}\n]|\p{Cs}|[\u202a-\u202e\u2066-\u2069]/u;

/** The paragraphs of a tidied text, of which single line breaks are a part. */
export function paragraphsOf(tidied: string): string[] {
  return tidied === "" ? [] : tidied.split("\n\n");
}
