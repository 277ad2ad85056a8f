import { PETITION_ZONE } from "../../petition/calendar.ts";

const MINUTES = {
  timeZone: PETITION_ZONE,
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
} as const satisfies Intl.DateTimeFormatOptions;
const toTheMinute = new Intl.DateTimeFormat("de-DE", MINUTES);
const toTheSecond = new Intl.DateTimeFormat("de-DE", { ...MINUTES, second: "2-digit" });

/** `21.11.2026 14:05`, in every language. */
export function zonedMinute(moment: string | Date): string {
  return toTheMinute.format(new Date(moment)).replace(",", "");
}

/** `21.11.2026 14:05:09` */
export function zonedSecond(moment: string | Date): string {
  return toTheSecond.format(new Date(moment)).replace(",", "");
}

/** `21.11.2026` of `2026-11-21`. */
export function zonedDay(day: string): string {
  return zonedMinute(noonOf(day)).slice(0, 10);
}

/** In the middle of its day in every zone of Europe. */
export function noonOf(day: string): Date {
  return new Date(`${day}T11:00:00Z`);
}
