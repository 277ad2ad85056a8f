import { localeOf, TIME_ZONE, withOrdinal } from "../../../messages/translate.ts";
import type { Language } from "../../../petition/language.ts";

export function dateAndTime(language: Language, moment: Date): { date: string; time: string } {
  const { date, time } = formatsOf(language);
  return { date: withOrdinal(language, date.format(moment)), time: time.format(moment) };
}

interface Formats {
  date: Intl.DateTimeFormat;
  time: Intl.DateTimeFormat;
}

const made = new Map<Language, Formats>();

function formatsOf(language: Language): Formats {
  const known = made.get(language);
  if (known) return known;
  const formatted = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: TIME_ZONE });
  const fresh = {
    date: formatted({ day: "numeric", month: "long", year: "numeric" }),
    time: formatted({ hour: "2-digit", minute: "2-digit" }),
  };
  made.set(language, fresh);
  return fresh;
}
