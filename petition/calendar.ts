import { HOUR, MINUTE } from "./duration.ts";

export type Iso8601 = string;

export type CalendarDay = string;

export const PETITION_ZONE = "Europe/Berlin";

const calendar = new Intl.DateTimeFormat("en-CA", {
  timeZone: PETITION_ZONE,
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

export function minuteOf(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / MINUTE) * MINUTE);
}

export function dayOfMoment(moment: Date): CalendarDay {
  return calendar.format(moment);
}

/** Null for what is no day of the calendar, and before the year 1000. */
export function startOfDay(day: CalendarDay): Date | null {
  const utc = Date.parse(`${day}T00:00:00Z`);
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(day) || Number.isNaN(utc) || !new Date(utc).toISOString().startsWith(day)) return null;
  // The zone is one or two hours ahead, and changes in the small hours: midnight always exists, once.
  const summer = new Date(utc - 2 * HOUR);
  return dayOfMoment(summer) === day ? summer : new Date(utc - HOUR);
}

/** The hour of the nightly tasks: few sign then, and no change to summer time skips or repeats it. */
const NIGHT = 3;

const clockHour = new Intl.DateTimeFormat("en-GB", { timeZone: PETITION_ZONE, hour: "2-digit", hourCycle: "h23" });

/** The latest moment at which it was that hour of the day. */
export function latestNight(now: Date, hour = NIGHT): Date {
  const today = nightOf(dayOfMoment(now), hour);
  return today <= now ? today : nightOf(dayOfMoment(new Date(today.getTime() - 24 * HOUR)), hour);
}

export function nextNight(now: Date): Date {
  return nightOf(dayAfter(dayOfMoment(latestNight(now))));
}

function nightOf(day: CalendarDay, hour = NIGHT): Date {
  const summer = new Date(Date.parse(`${day}T00:00:00Z`) + (hour - 2) * HOUR);
  return Number(clockHour.format(summer)) === hour ? summer : new Date(summer.getTime() + HOUR);
}

export function dayAfter(day: CalendarDay): CalendarDay {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 24 * HOUR).toISOString().slice(0, 10);
}
