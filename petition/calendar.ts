/** Days of the petition's own zone, in which "today" begins and every clock time is said. */

export const PETITION_ZONE = "Europe/Berlin";

const HOUR = 60 * 60_000;

const calendar = new Intl.DateTimeFormat("en-CA", {
  timeZone: PETITION_ZONE,
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/** `2026-11-21`: the day on which a moment falls. */
export function dayOfMoment(moment: Date): string {
  return calendar.format(moment);
}

/** The moment at which a day begins; null for what is no day of the calendar, and before the year 1000. `day`: `2026-11-21`. */
export function startOfDay(day: string): Date | null {
  const utc = Date.parse(`${day}T00:00:00Z`);
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(day) || Number.isNaN(utc) || !new Date(utc).toISOString().startsWith(day)) return null;
  // The zone is one or two hours ahead, and changes in the small hours: midnight always exists, once.
  const summer = new Date(utc - 2 * HOUR);
  return dayOfMoment(summer) === day ? summer : new Date(utc - HOUR);
}

/** When the small hours begin in which the site tidies itself: few sign then, and no change of the clocks skips or repeats it. */
const NIGHT = 3;

const clockHour = new Intl.DateTimeFormat("en-GB", { timeZone: PETITION_ZONE, hour: "2-digit", hourCycle: "h23" });

/** The latest three o'clock in the morning that has struck. */
export function latestNight(now: Date): Date {
  const today = nightOf(dayOfMoment(now));
  return today <= now ? today : nightOf(dayOfMoment(new Date(today.getTime() - 24 * HOUR)));
}

/** The next three o'clock in the morning, later than `now`. */
export function nextNight(now: Date): Date {
  return nightOf(dayAfter(dayOfMoment(latestNight(now))));
}

function nightOf(day: string): Date {
  const summer = new Date(Date.parse(`${day}T00:00:00Z`) + (NIGHT - 2) * HOUR);
  return Number(clockHour.format(summer)) === NIGHT ? summer : new Date(summer.getTime() + HOUR);
}

/** `2026-11-22` after `2026-11-21`. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 24 * HOUR).toISOString().slice(0, 10);
}
