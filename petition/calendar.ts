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

/** `2026-11-22` after `2026-11-21`. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 24 * HOUR).toISOString().slice(0, 10);
}
