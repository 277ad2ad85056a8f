/** Until when a link works, as a clock on the wall says it: "morgen, 14:05 Uhr". */
import { localeOf, type Say, TIME_ZONE, withOrdinal } from "../../messages/say.ts";

/** `now` and `until` are moments; days and clock are those of the petition's time zone. */
export function sayValidUntil(until: Date, now: Date, say: Say): string {
  const time = new Intl.DateTimeFormat(localeOf(say.language), { timeStyle: "short", timeZone: TIME_ZONE }).format(until);
  switch (dayNumber(until) - dayNumber(now)) {
    case 0:
      return say("signing.thanks.today", { time });
    case 1:
      return say("signing.thanks.tomorrow", { time });
    default: {
      const date = new Intl.DateTimeFormat(localeOf(say.language), { dateStyle: "long", timeZone: TIME_ZONE }).format(until);
      return say("signing.thanks.onDay", { date: withOrdinal(say.language, date), time });
    }
  }
}

/** Whole days since 1970 on the calendar of the time zone, so that a day of 23 hours is a day, too. */
function dayNumber(moment: Date): number {
  // Swedish writes a date as ISO 8601 does.
  return Date.parse(new Intl.DateTimeFormat("sv", { timeZone: TIME_ZONE }).format(moment)) / 86_400_000;
}
