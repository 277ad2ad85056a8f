import type { CollectionStatus } from "../petition/collection.ts";
import type { Language } from "../petition/language.ts";

/** What stands in the place of the form: finished sentences in the visitor's language. Plain text, never mark-up. */
export interface CollectionNotice {
  /** `ended`: everything about persons is erased, or is being erased. */
  status: Exclude<CollectionStatus, "open"> | "ended";
  title: string;
  /** Since when, or until when presumably, in words. */
  day: string | null;
  paragraphs: string[];
  pending: string;
  link: string;
}

export interface NotCollecting {
  outcome: "not-collecting";
  message: string;
  notice: CollectionNotice;
  /** That nothing was taken, for a page that shows the notice itself. */
  notTaken: string;
}

export interface Collection {
  collectionNotice(language: Language): Promise<CollectionNotice | null>;
}
