import type { CalendarDay, Iso8601 } from "../../petition/calendar.ts";

/** How far the petition is from its end; days as petition.config.ts sets them. */
export interface EndingState {
  handedOverOn: CalendarDay | null;
  erasedBy: CalendarDay | null;
  /** The day has come, and the petition has not ended. */
  isDue: boolean;
  endedAt: Iso8601 | null;
  /** Null, too, while rows are still being erased. */
  erasedAt: Iso8601 | null;
}

/** `GET /api/admin/end`: what would go. `hashes`: of mailboxes and networks; `lines`: of the audit log about single persons. */
export interface AdminEnd extends EndingState {
  signatureCount: number;
  going: Record<"signatures" | "unconfirmed" | "emails" | "hashes" | "groups" | "lines", number>;
  /** Of those not confirmed: whose link still works. */
  confirmable: number;
  /** In quarantine, put there by the site itself: a person has to decide about each. */
  undecided: number;
}

/** `POST /api/admin/end`; to be repeated until it says `erased`. */
export type EndAnswer =
  /** Signing is closed now; these can still confirm. Nothing is erased before, unless that is waived. */
  | { outcome: "closed"; confirmable: number; confirmableUntil: Iso8601 }
  /** Signing is closed, and so many are still to be decided about. Nothing is erased before, unless that is waived. */
  | { outcome: "undecided"; undecided: number }
  /** A part of the work is done: so many rows. */
  | { outcome: "erasing"; erased: number }
  | { outcome: "erased"; erased: number; signatureCount: number };
