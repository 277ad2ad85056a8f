import { PETITION_ZONE } from "../../petition/calendar.ts";

const format = new Intl.DateTimeFormat("de-DE", {
  timeZone: PETITION_ZONE,
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});

/** `21.11.2026 14:05`, in every language (specification, section 2). */
export function deskMoment(moment: string | Date): string {
  return format.format(new Date(moment)).replace(",", "");
}
