/** The figures behind the plots. */

/** `GET /api/admin/charts` */
export interface AdminCharts {
  /** The last 48 hours, the oldest first, none left out. `start`: ISO 8601. */
  hours: Counts<{ start: string }>[];
  /** Every day since the first signature, the oldest first, none left out. `day`: `2026-11-21`, in the petition's zone. */
  days: Counts<{ day: string }>[];
  languages: { language: string; count: number }[];
  signatureCount: number;
  targetCount: number;
  /** When the target is reached if it goes on like in the last seven days; null where that is never, or done. */
  targetReachedOn: string | null;
  /** What became of whoever filled in the form in the last `CONFIRMATION_LIFETIME`. */
  funnel: { signed: number; mailed: number; failed: number; confirmed: number };
  /** The same by mail provider, the largest first; groups below {@link SMALLEST_GROUP} are summed up in the last, without a name. */
  providers: { provider: string | null; signed: number; confirmed: number }[];
}

/** `withheld`: put into quarantine, less what was released. */
export type Counts<Of> = Of & { confirmed: number; erased: number; withheld: number };

/** Fewer people than that are not shown apart: who they are could be guessed. */
export const SMALLEST_GROUP = 10;
