import type { PictureWords } from "./material-content.ts";

export interface Figure {
  /** Finished sentences. */
  text: string;
  source: { before: string; title: string; after: string; url: string; language: string };
}

export interface PressContent {
  meta: { title: string; description: string };
  title: string;
  lead: string;
  /** Null while nobody knows the number. */
  count: { number: string; rest: string } | null;
  who: { title: string; text: string };
  demands: string;
  goes: { title: string; recipient: string; date: string };
  counted: { title: string; text: string; csv: string; json: string };
  figures: { title: string; list: Figure[] };
  article: { before: string; link: string; after: string };
  /** Null where none is filled in. */
  contact: { title: string; email: string } | null;
  /** Null while nobody may sign. */
  pictures: PictureWords | null;
}
