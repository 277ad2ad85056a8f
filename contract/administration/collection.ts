/** Pausing, closing and reopening the petition. */
import type { CollectionStatus, NoticeTexts } from "../../petition/collection.ts";
import type { Language } from "../../petition/language.ts";
import type { CollectionNotice } from "../collection.ts";
import type { FieldRefusal } from "../visitor.ts";

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
