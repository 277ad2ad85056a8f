import type { Linked, SourceSentence } from "../facts/sources.ts";
import type { PictureWords } from "./material-content.ts";

export interface Figure {
  /** Finished sentences. */
  text: string;
  source: SourceSentence;
}

export interface PressContent {
  meta: { title: string; description: string };
  title: string;
  lead: string;
  /** Null while nobody knows the number. */
  count: { number: string; rest: string } | null;
  who: { title: string; text: string };
  demands: string;
  goes: { title: string; recipient: string; date: string; appeal: string };
  counted: { title: string; text: string; csv: string; json: string };
  /** Null without an article. */
  figures: { title: string; list: Figure[]; article: Linked } | null;
  /** Null where none is filled in. */
  contact: { title: string; email: string } | null;
  /** Null while nobody may sign. */
  pictures: PictureWords | null;
}
