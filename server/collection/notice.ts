import type { StandardNotice } from "../../contract/administration/collection.ts";
import type { CollectionNotice } from "../../contract/collection.ts";
import type { Translate } from "../../messages/translate.ts";
import { dayOfMoment, startOfDay } from "../../petition/calendar.ts";
import { type CollectionState, confirmableUntil, isFinal, paragraphsOf } from "../../petition/collection.ts";
import type { Language } from "../../petition/language.ts";
import { dateAndTime } from "../mail/date-and-time.ts";

export interface NoticeFacts {
  now: Date;
  lifetime: number;
}

export function noticeOf(
  collection: CollectionState,
  language: Language,
  t: Translate,
  facts: NoticeFacts,
): CollectionNotice | null {
  const { status, texts } = collection;
  if (status === "open") return null;
  const { title, text } = standardNotice(status, t);
  return {
    status,
    title,
    day: dayIn(collection, language, t, facts.now),
    paragraphs: paragraphsOf(texts[language] ?? text),
    pending: pendingIn(collection, language, t, facts),
    link: t("collection.answer.link"),
  };
}

export function standardNotice(status: CollectionNotice["status"], t: Translate): StandardNotice {
  return status === "paused"
    ? { title: t("collection.answer.paused.title"), text: t("collection.answer.paused.text") }
    : { title: t("collection.answer.closed.title"), text: t("collection.answer.closed.text") };
}

/** A pause that has lasted longer than was thought names no day any more. */
function dayIn({ status, since, day }: CollectionState, language: Language, t: Translate, now: Date): string | null {
  if (status === "paused")
    return day === null || day < dayOfMoment(now) ? null : t("collection.answer.paused.day", { date: dateOf(day, language) });
  const closedOn = day ?? (since && dayOfMoment(since));
  return closedOn && t("collection.answer.closed.day", { date: dateOf(closedOn, language) });
}

function pendingIn(collection: CollectionState, language: Language, t: Translate, { now, lifetime }: NoticeFacts): string {
  if (collection.status === "paused" || collection.since === null) return t("collection.answer.paused.pending");
  if (isFinal(collection, lifetime, now)) return t("collection.answer.closed.final");
  return t("collection.answer.closed.pending", dateAndTime(language, confirmableUntil(collection.since, lifetime)));
}

function dateOf(day: string, language: Language): string {
  return dateAndTime(language, startOfDay(day) ?? new Date(day)).date;
}
