import type { CalendarDay, Iso8601 } from "../../petition/calendar.ts";
import type { CollectionStatus, NoticeTexts } from "../../petition/collection.ts";
import type { Language } from "../../petition/language.ts";
import type { FieldRefusal } from "../visitor.ts";

/** `GET /api/admin/collection`, and the answer of `PUT` */
export interface AdminCollection {
  status: CollectionStatus;
  since: Iso8601 | null;
  day: CalendarDay | null;
  texts: NoticeTexts;
  confirmableUntil: Iso8601 | null;
  standard: Record<"paused" | "closed", Record<Language, StandardNotice>>;
}

export interface StandardNotice {
  title: string;
  text: string;
}

/** `PUT /api/admin/collection` */
export interface CollectionChange {
  status: CollectionStatus;
  day: CalendarDay | null;
  texts: NoticeTexts;
}

export type CollectionField = "day" | "texts" | `texts.${Language}`;

export interface CollectionRefused {
  message: string;
  errors: FieldRefusal<CollectionField>[];
}
