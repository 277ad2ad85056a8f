import type { CollectionChange, CollectionField } from "../../../contract/administration/collection.ts";
import { collectionRequest } from "../../../contract/administration/collection.ts";
import type { FieldRefusal } from "../../../contract/visitor.ts";
import type { Translate } from "../../../messages/translate.ts";
import { dayOfMoment, startOfDay } from "../../../petition/calendar.ts";
import { faultOfDay, faultOfNotice, NOTICE_LENGTH_MAX, type NoticeTexts, tidyNotice } from "../../../petition/collection.ts";
import { isLanguage } from "../../../petition/language.ts";

type Refusals = FieldRefusal<CollectionField>[];

/** Null: it has not even the shape. Every fault is named at once. */
export function readChange(
  posted: unknown,
  now: Date,
  t: Translate,
): { change: CollectionChange } | { errors: Refusals } | null {
  const parsed = collectionRequest.safeParse(posted);
  if (!parsed.success) return null;
  const { status, day } = parsed.data;
  // An open petition has no notice: what was sent for one is not looked at.
  if (status === "open") return { change: { status, day: null, texts: {} } };
  const { texts, errors } = readTexts(parsed.data.texts, t);
  const wrongDay = day === null ? null : refusedDay(status, day, dayOfMoment(now), t);
  if (wrongDay) errors.unshift(wrongDay);
  return errors.length > 0 ? { errors } : { change: { status, day, texts } };
}

function refusedDay(status: "paused" | "closed", day: string, today: string, t: Translate): Refusals[number] | null {
  if (startOfDay(day) === null) return { field: "day", code: "day-unknown", message: t("collection.answer.day.unknown") };
  switch (faultOfDay(status, day, today)) {
    case "over":
      return { field: "day", code: "day-over", message: t("collection.answer.day.over") };
    case "to-come":
      return { field: "day", code: "day-to-come", message: t("collection.answer.day.toCome") };
    case null:
      return null;
  }
}

function readTexts(sent: Record<string, string>, t: Translate): { texts: NoticeTexts; errors: Refusals } {
  const texts: NoticeTexts = {};
  const errors: Refusals = [];
  for (const [language, raw] of Object.entries(sent)) {
    if (!isLanguage(language)) {
      errors.push({ field: "texts", code: "language-unknown", message: t("collection.answer.text.language", { language }) });
      continue;
    }
    const text = tidyNotice(raw);
    const fault = faultOfNotice(text);
    if (fault === "too-long") {
      const message = t("collection.answer.text.tooLong", { language, max: NOTICE_LENGTH_MAX });
      errors.push({ field: `texts.${language}`, code: "text-too-long", message });
    } else if (fault === "forbidden") {
      const message = t("collection.answer.text.forbidden", { language });
      errors.push({ field: `texts.${language}`, code: "text-forbidden", message });
    } else if (text !== "") texts[language] = text;
  }
  return { texts, errors };
}
