import type { StandardNotice } from "../../../contract/administration/collection.ts";
import type { CollectionNotice } from "../../../contract/collection.ts";
import type { Translate } from "../../../messages/translate.ts";
import { dayOfMoment, startOfDay } from "../../../petition/calendar.ts";
import { type CollectionState, confirmableUntil, isFinal, paragraphsOf, tidyNotice } from "../../../petition/collection.ts";
import { type Handover, isHandedOver } from "../../../petition/ending.ts";
import type { Language } from "../../../petition/language.ts";
import type { End } from "../../ledger/count/count.ts";
import { dateAndTime } from "../../platform/mail/date-and-time.ts";

export interface NoticeFacts {
  now: Date;
  lifetime: number;
  end: End | null;
  handover: Handover;
}

export function noticeOf(
  collection: CollectionState,
  language: Language,
  t: Translate,
  facts: NoticeFacts,
): CollectionNotice | null {
  const status: CollectionNotice["status"] | "open" = facts.end ? "ended" : collection.status;
  if (status === "open") return null;
  const { title, text } = standardNotice(status === "ended" ? "closed" : status, t);
  const common: Omit<CollectionNotice, "title" | "pending"> = {
    status,
    day: dayIn(collection, language, t, facts.now),
    paragraphs: [...resultIn(status, language, t, facts), ...paragraphsOf(collection.texts[language] ?? text)],
    link: t("collection.answer.link"),
  };
  return facts.end
    ? { ...common, title: t("collection.answer.ended.title"), pending: leftOf(facts.end, language, t) }
    : { ...common, title, pending: pendingIn(collection, language, t, facts) };
}

function resultIn(
  status: CollectionNotice["status"],
  language: Language,
  t: Translate,
  { now, handover }: NoticeFacts,
): string[] {
  const { date, recipient, result } = handover;
  if (status === "paused" || date === null || !isHandedOver(handover, dayOfMoment(now))) return [];
  const to = recipient[language];
  const day = dateOf(date, language);
  const said = to
    ? t("collection.answer.handedOver.to", { date: day, recipient: to })
    : t("collection.answer.handedOver.on", { date: day });
  return [said, ...paragraphsOf(tidyNotice(result[language] ?? ""))];
}

function leftOf({ erasedAt }: End, language: Language, t: Translate): string {
  if (erasedAt === null) return t("collection.answer.ended.erasing");
  return t("collection.answer.ended.erased", { date: dateOf(dayOfMoment(erasedAt), language) });
}

export function standardNotice(status: "paused" | "closed", t: Translate): StandardNotice {
  return status === "paused"
    ? { title: t("collection.answer.paused.title"), text: t("collection.answer.paused.text") }
    : { title: t("collection.answer.closed.title"), text: t("collection.answer.closed.text") };
}

/** A pause beyond its day names no day. */
function dayIn({ status, since, day }: CollectionState, language: Language, t: Translate, now: Date): string | null {
  if (status === "paused")
    return day === null || day < dayOfMoment(now) ? null : t("collection.answer.paused.day", { date: dateOf(day, language) });
  const closedOn = day ?? (since && dayOfMoment(since));
  return closedOn && t("collection.answer.closed.day", { date: dateOf(closedOn, language) });
}

function pendingIn(
  collection: CollectionState,
  language: Language,
  t: Translate,
  { now, lifetime }: Pick<NoticeFacts, "now" | "lifetime">,
): string {
  if (collection.status === "paused" || collection.since === null) return t("collection.answer.paused.pending");
  if (isFinal(collection, lifetime, now)) return t("collection.answer.closed.final");
  return t("collection.answer.closed.pending", dateAndTime(language, confirmableUntil(collection.since, lifetime)));
}

function dateOf(day: string, language: Language): string {
  return dateAndTime(language, startOfDay(day) ?? new Date(day)).date;
}
