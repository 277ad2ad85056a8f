/** Until when a link works, in words. */
import { TIME_ZONE } from "../../messages/say.ts";
import type { Language } from "../../petition/language.ts";

/** Day and clock time in the petition's zone. */
export function endOf(language: Language, moment: Date): { date: string; time: string } {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, { ...options, timeZone: TIME_ZONE }).format(moment);
  return {
    date: format({ day: "numeric", month: "long", year: "numeric" }),
    time: format({ hour: "2-digit", minute: "2-digit" }),
  };
}
