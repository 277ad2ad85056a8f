import { localeOf, TIME_ZONE, withOrdinal } from "../../messages/translate.ts";
import type { Language } from "../../petition/language.ts";

export function dateAndTime(language: Language, moment: Date): { date: string; time: string } {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: TIME_ZONE }).format(moment);
  return {
    date: withOrdinal(language, format({ day: "numeric", month: "long", year: "numeric" })),
    time: format({ hour: "2-digit", minute: "2-digit" }),
  };
}
