import type { Actor, AuditAction } from "../../petition/audit.ts";
import type { CalendarDay, Iso8601 } from "../../petition/calendar.ts";

export const AUDIT_PAGE_SIZE = 50;
export const AUDIT_PAGE_MAX = 100;

/** `GET /api/admin/audit?who&action&day&about&limit=50&before`, the newest first. */
export interface AuditPage {
  entries: AuditLine[];
  next: string | null;
  /** The search stopped here, before the page was full. */
  searchedTo: Iso8601 | null;
}

export interface AuditLine {
  id: string;
  at: Iso8601;
  /** What happened then has a day and no time: `at` is where the day begins in the petition's zone. */
  isDay: boolean;
  who: Actor;
  entityType: string;
  entityId: string;
  action: string;
  changes: Record<string, AuditValue> | null;
}

export type AuditValue = string | number | boolean | null;

export interface AuditFilter {
  who: Actor | null;
  action: AuditAction | null;
  day: CalendarDay;
  /** An id as it is stored, or the id of an erased signature, which is stored as its SHA-256. */
  about: string;
}
