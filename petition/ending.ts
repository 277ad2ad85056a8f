import { type CalendarDay, startOfDay } from "./calendar.ts";
import type { Milliseconds } from "./duration.ts";
import type { Language } from "./language.ts";

export interface Handover {
  date: CalendarDay | null;
  /** On this day at the latest everything about persons is erased. */
  erasedBy: CalendarDay | null;
  recipient: Record<Language, string | null>;
  /** Of the petition. An empty line separates paragraphs. */
  result: Partial<Record<Language, string>>;
}

export const END_EVERY: Milliseconds = 5 * 60_000;

/** Signing is closed so early that every link expires before data are erased. */
const HEAD_START: Milliseconds = 3 * END_EVERY;

type Dates = Pick<Handover, "date" | "erasedBy">;

export function isHandedOver({ date }: Dates, today: CalendarDay): boolean {
  return date !== null && date <= today;
}

/** At midnight: the whole day is left for erasing. */
export function erasesAt({ erasedBy }: Dates): Date | null {
  return erasedBy === null ? null : startOfDay(erasedBy);
}

export function closesAt(dates: Dates, lifetime: Milliseconds): Date | null {
  const at = erasesAt(dates);
  return at && new Date(at.getTime() - lifetime - HEAD_START);
}

export function isOverdue({ erasedBy }: Dates, today: CalendarDay): boolean {
  return erasedBy !== null && erasedBy < today;
}
