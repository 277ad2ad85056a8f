import { type Finding, fault, good, warning } from "./finding.ts";

const DAY = 24 * 60 * 60_000;
/** Who renews by themselves do so thirty days before the end: half of that is left for whatever went wrong. */
export const CERTIFICATE_DAYS = 14;

export function daysLeft(end: Date, now: Date): number {
  return Math.floor((end.getTime() - now.getTime()) / DAY);
}

export function certificateLasts(days: number): Finding[] {
  const todo = "Renew it, and look why that did not happen by itself.";
  if (days < 0) return [fault("it has ended: browsers refuse the page.", todo)];
  const seen = `it is valid for ${days} more days.`;
  if (days < 3) return [fault(seen, todo)];
  return [days < CERTIFICATE_DAYS ? warning(seen, todo) : good(seen)];
}
