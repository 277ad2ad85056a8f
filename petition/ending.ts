/** What happens to the data once the signatures are handed over. */
import { type CalendarDay, startOfDay } from "./calendar.ts";
import type { Milliseconds } from "./duration.ts";
import type { Language } from "./language.ts";

export interface Handover {
  /** Null while it is not set; the same holds for `erasedBy` and each recipient. */
  date: CalendarDay | null;
  /** On this day at the latest everything about persons is erased. */
  erasedBy: CalendarDay | null;
  recipient: Record<Language, string | null>;
  /** What came of it; paragraphs are parted by an empty line. */
  result: Partial<Record<Language, string>>;
}

/** The task that ends the petition looks this often. */
export const END_EVERY: Milliseconds = 5 * 60_000;

/** Signing is closed early enough that no link under way is cut off by the erasing, whenever the task happens to look. */
const HEAD_START: Milliseconds = 3 * END_EVERY;

type Dates = Pick<Handover, "date" | "erasedBy">;

export function isHandedOver({ date }: Dates, today: CalendarDay): boolean {
  return date !== null && date <= today;
}

/** At midnight: the whole day is left for erasing, and for the nightly work on the database's files. */
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
