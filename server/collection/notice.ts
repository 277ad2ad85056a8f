/** What stands in the place of the form, in words. */
import type { CollectionNotice, StandardNotice } from "../../contract/collection.ts";
import type { Say } from "../../messages/say.ts";
import { dayOfMoment, startOfDay } from "../../petition/calendar.ts";
import { type Collection, confirmableUntil, isFinal, paragraphsOf } from "../../petition/collection.ts";
import type { Language } from "../../petition/language.ts";
import { endOf } from "../mail/end-of-link.ts";

export interface NoticeFacts {
  now: Date;
  /** Of a confirmation link; milliseconds. */
  lifetime: number;
}

/** Null while signatures are collected. */
export function noticeOf(collection: Collection, language: Language, say: Say, facts: NoticeFacts): CollectionNotice | null {
  const { status, texts } = collection;
  if (status === "open") return null;
  const { title, text } = standardNotice(status, say);
  return {
    status,
    title,
    day: dayIn(collection, language, say, facts.now),
    paragraphs: paragraphsOf(texts[language] ?? text),
    pending: pendingIn(collection, language, say, facts),
    link: say("collection.answer.link"),
  };
}

export function standardNotice(status: CollectionNotice["status"], say: Say): StandardNotice {
  return status === "paused"
    ? { title: say("collection.answer.paused.title"), text: say("collection.answer.paused.text") }
    : { title: say("collection.answer.closed.title"), text: say("collection.answer.closed.text") };
}

/** A pause that has lasted longer than was thought names no day any more. */
function dayIn({ status, since, day }: Collection, language: Language, say: Say, now: Date): string | null {
  if (status === "paused")
    return day === null || day < dayOfMoment(now) ? null : say("collection.answer.paused.day", { date: dateOf(day, language) });
  const closedOn = day ?? (since && dayOfMoment(since));
  return closedOn && say("collection.answer.closed.day", { date: dateOf(closedOn, language) });
}

function pendingIn(collection: Collection, language: Language, say: Say, { now, lifetime }: NoticeFacts): string {
  if (collection.status === "paused" || collection.since === null) return say("collection.answer.paused.pending");
  if (isFinal(collection, lifetime, now)) return say("collection.answer.closed.final");
  return say("collection.answer.closed.pending", endOf(language, confirmableUntil(collection.since, lifetime)));
}

/** In words: "3. Dezember 2026". */
function dateOf(day: string, language: Language): string {
  return endOf(language, startOfDay(day) ?? new Date(day)).date;
}
