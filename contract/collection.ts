/** Whether signatures are collected, and what stands in the place of the form where they are not. */
import type { CollectionStatus } from "../petition/collection.ts";
import type { Language } from "../petition/language.ts";

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

/** The petition is paused or closed: nothing was looked at, nothing is kept. */
export interface NotCollecting {
  outcome: "not-collecting";
  /** All of it: the notice, and that nothing was taken. */
  message: string;
  notice: CollectionNotice;
  /** That nothing was taken, for a page that shows the notice itself. */
  notTaken: string;
}

export interface Collection {
  /** What stands in the place of the form; null while signatures are collected. */
  collectionNotice(language: Language): Promise<CollectionNotice | null>;
}
