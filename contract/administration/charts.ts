import type { CalendarDay, Iso8601 } from "../../petition/calendar.ts";

/** `GET /api/admin/charts` */
export interface AdminCharts {
  hours: Counts<{ start: Iso8601 }>[];
  days: Counts<{ day: CalendarDay }>[];
  languages: { language: string; count: number }[];
  signatureCount: number;
  targetCount: number;
  /** If it goes on like in the last {@link PACE_DAYS} days; null before as many have passed, too. */
  targetReachedOn: CalendarDay | null;
  funnel: { signed: number; mailed: number; failed: number; confirmed: number };
  /** The largest first; groups below {@link SMALLEST_GROUP} are summed up in the last, without a name. */
  providers: { provider: string | null; signed: number; confirmed: number }[];
}

/** `withheld`: put into quarantine, less what was released. */
export type Counts<Of> = Of & { confirmed: number; erased: number; withheld: number };
