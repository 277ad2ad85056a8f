import { localeOf, TIME_ZONE, withOrdinal } from "../../../messages/translate.ts";
import type { Language } from "../../../petition/language.ts";

const made = new Map<Language, ReturnType<typeof formatsOf>>();

export function dateAndTime(language: Language, moment: Date): { date: string; time: string } {
  const formats = made.get(language) ?? formatsOf(language);
  made.set(language, formats);
  return { date: withOrdinal(language, formats.date.format(moment)), time: formats.time.format(moment) };
}

function formatsOf(language: Language) {
  const formatted = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: TIME_ZONE });
  return {
    date: formatted({ day: "numeric", month: "long", year: "numeric" }),
    time: formatted({ hour: "2-digit", minute: "2-digit" }),
  };
}
