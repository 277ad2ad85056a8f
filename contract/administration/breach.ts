import type { CalendarDay, Iso8601 } from "../../petition/calendar.ts";

/** E-mails, not essays: all languages together must fit into one call. In characters, and in number. */
export const NOTICE_MAX = { subject: 150, paragraph: 2000, paragraphs: 40 };

/** Of one language, as the operator has written it. */
export interface NoticeText {
  subject: string;
  paragraphs: string[];
}

/** Whom it concerns: whoever entered their data on these days, both included; null is open. */
export interface SignedOn {
  from: CalendarDay | null;
  to: CalendarDay | null;
}

/** `POST /api/admin/breach`; to be repeated until it says `told`. The same texts for the same days are the same notice. */
export type BreachAnswer =
  /** Asked for with `isDry`: nothing was changed. */
  | { outcome: "dry"; signatures: number; unconfirmed: number; wasTold: boolean }
  /** A part of the e-mails is in the outbox; none of them leaves before all are. */
  | { outcome: "putting"; put: number }
  | { outcome: "told"; notice: BreachNotice };

/** `GET /api/admin/breach`: an array of these, the latest first. */
export interface BreachNotice {
  id: string;
  madeAt: Iso8601;
  /** In the main language. */
  subject: string;
  signed: SignedOn;
  /** How many e-mails were put into the outbox. What is neither sent nor waiting nor given up belonged to somebody erased since. */
  recipients: number;
  sent: number;
  waiting: number;
  failed: number;
  /** False while e-mails are still being put into the outbox: `breach tell` goes on. */
  isComplete: boolean;
}
