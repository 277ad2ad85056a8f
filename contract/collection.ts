/** What the administration and the pages are told about the collection of signatures, and what the administration may change. */
import type { CollectionStatus, NoticeTexts } from "../petition/collection.ts";
import type { Language } from "../petition/language.ts";
import type { FieldRefusal } from "./petition.ts";

/** What stands in the place of the form: finished sentences in the visitor's language. Plain text, never mark-up. */
export interface CollectionNotice {
  status: Exclude<CollectionStatus, "open">;
  title: string;
  /** Until when it is presumably paused, or since when it is closed; null where nothing is known. */
  day: string | null;
  /** The administrator's, else our own; a paragraph may hold line breaks. */
  paragraphs: string[];
  /** What becomes of signatures that are not confirmed yet. */
  pending: string;
  /** For other pages: words of a link to this notice. */
  link: string;
}

/** `GET /api/admin/collection`, and the answer of `PUT` */
export interface AdminCollection {
  status: CollectionStatus;
  /** ISO 8601; null if it was never otherwise. */
  since: string | null;
  /** `2026-12-03` */
  day: string | null;
  texts: NoticeTexts;
  /** ISO 8601: after closing, until when what waits can be confirmed; null while it is not closed. */
  confirmableUntil: string | null;
  /** What visitors read where the administrator has written nothing. */
  standard: Record<CollectionNotice["status"], Record<Language, StandardNotice>>;
}

export interface StandardNotice {
  title: string;
  text: string;
}

/** Body of `PUT /api/admin/collection`. Of an open petition neither day nor texts are kept. */
export interface CollectionChange {
  status: CollectionStatus;
  day: string | null;
  texts: NoticeTexts;
}

/** `texts.pl` and the like: one language's text. */
export type CollectionField = "day" | "texts" | `texts.${Language}`;

/** A refused change. */
export interface CollectionRefused {
  message: string;
  errors: FieldRefusal<CollectionField>[];
}
