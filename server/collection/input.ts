/** From what the desk sent to what is changed, or to the refusals beside each field. */
import type { CollectionChange, CollectionField } from "../../contract/collection.ts";
import { collectionRequest } from "../../contract/collection-request.ts";
import type { FieldRefusal } from "../../contract/petition.ts";
import type { Say } from "../../messages/say.ts";
import { dayOfMoment, startOfDay } from "../../petition/calendar.ts";
import { faultOfDay, faultOfNotice, NOTICE_LENGTH_MAX, type NoticeTexts, tidyNotice } from "../../petition/collection.ts";
import { isLanguage } from "../../petition/language.ts";

type Refusals = FieldRefusal<CollectionField>[];

/** Null: it has not even the shape. `posted` is whatever came; every fault is named at once. */
export function readChange(posted: unknown, now: Date, say: Say): { change: CollectionChange } | { errors: Refusals } | null {
  const parsed = collectionRequest.safeParse(posted);
  if (!parsed.success) return null;
  const { status, day } = parsed.data;
  // An open petition has no notice: what was sent for one is not looked at.
  if (status === "open") return { change: { status, day: null, texts: {} } };
  const { texts, errors } = readTexts(parsed.data.texts, say);
  const wrongDay = day === null ? null : refusedDay(status, day, dayOfMoment(now), say);
  if (wrongDay) errors.unshift(wrongDay);
  return errors.length > 0 ? { errors } : { change: { status, day, texts } };
}

function refusedDay(status: "paused" | "closed", day: string, today: string, say: Say): Refusals[number] | null {
  if (startOfDay(day) === null) return { field: "day", code: "day-unknown", message: say("collection.answer.day.unknown") };
  switch (faultOfDay(status, day, today)) {
    case "over":
      return { field: "day", code: "day-over", message: say("collection.answer.day.over") };
    case "to-come":
      return { field: "day", code: "day-to-come", message: say("collection.answer.day.toCome") };
    case null:
      return null;
  }
}

/** Languages without a text are left out. */
function readTexts(sent: Record<string, string>, say: Say): { texts: NoticeTexts; errors: Refusals } {
  const texts: NoticeTexts = {};
  const errors: Refusals = [];
  for (const [language, raw] of Object.entries(sent)) {
    if (!isLanguage(language)) {
      errors.push({ field: "texts", code: "language-unknown", message: say("collection.answer.text.language", { language }) });
      continue;
    }
    const text = tidyNotice(raw);
    const fault = faultOfNotice(text);
    if (fault === "too-long") {
      const message = say("collection.answer.text.tooLong", { language, max: NOTICE_LENGTH_MAX });
      errors.push({ field: `texts.${language}`, code: "text-too-long", message });
    } else if (fault === "forbidden") {
      const message = say("collection.answer.text.forbidden", { language });
      errors.push({ field: `texts.${language}`, code: "text-forbidden", message });
    } else if (text !== "") texts[language] = text;
  }
  return { texts, errors };
}
