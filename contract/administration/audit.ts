/** The audit log as the administration shows it. It needs the key, like all of `/api/admin`. */
import type { Actor, AuditAction } from "../../petition/audit.ts";

export const AUDIT_PAGE_SIZE = 50;
export const AUDIT_PAGE_MAX = 100;
export const ABOUT_LENGTH_MAX = 100;

/** `GET /api/admin/audit?who&action&day&about&limit=50&before`, the newest first. */
export interface AuditPage {
  entries: AuditLine[];
  /** For `before` of the next, older page; null at the end. */
  next: string | null;
  /** ISO 8601: the search stopped here, before the page was full; `next` goes on. Else null. */
  searchedTo: string | null;
}

export interface AuditLine {
  id: string;
  /** ISO 8601. */
  at: string;
  /** What happened then has a day and no time: `at` is where the day begins in the petition's zone. */
  isDay: boolean;
  who: Actor;
  entityType: string;
  /** A random id, SHA-256 of one that was erased, or what an administrator works at (`export`). */
  entityId: string;
  /** Mostly an `AuditAction`; another version may have known more. */
  action: string;
  changes: Record<string, AuditValue> | null;
}

export type AuditValue = string | number | boolean | null;

/** The filters of the log. */
export interface AuditFilter {
  who: Actor | null;
  action: AuditAction | null;
  /** `2026-11-21`, in the petition's zone; empty for all. */
  day: string;
  /** An id as it is stored, or the id of an erased signature, which is stored as its SHA-256; empty for all. */
  about: string;
}
