/** Until when a link works, as a clock on the wall says it: "morgen, 14:05 Uhr". */
import { localeOf, TIME_ZONE, type Translate, withOrdinal } from "../../messages/translate.ts";

export function expiryInWords(until: Date, now: Date, t: Translate): string {
  const time = new Intl.DateTimeFormat(localeOf(t.language), { timeStyle: "short", timeZone: TIME_ZONE }).format(until);
  switch (dayNumber(until) - dayNumber(now)) {
    case 0:
      return t("signing.thanks.today", { time });
    case 1:
      return t("signing.thanks.tomorrow", { time });
    default: {
      const date = new Intl.DateTimeFormat(localeOf(t.language), { dateStyle: "long", timeZone: TIME_ZONE }).format(until);
      return t("signing.thanks.onDay", { date: withOrdinal(t.language, date), time });
    }
  }
}

/** Whole days since 1970 on the calendar of the time zone, so that a day of 23 hours is a day, too. */
function dayNumber(moment: Date): number {
  // Swedish writes a date as ISO 8601 does.
  return Date.parse(new Intl.DateTimeFormat("sv", { timeZone: TIME_ZONE }).format(moment)) / 86_400_000;
}
