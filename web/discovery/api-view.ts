/** The description as its page shows it: rows and addresses, ready to be read. */

/** In the language of the page. */
export interface ApiWords {
  title: string;
  lede: string;
  inEnglish: string;
}

export interface ApiView {
  version: string;
  address: string;
  /** Paragraphs. */
  about: string[];
  /** What many calls answer alike. */
  common: AnswerRow[];
  groups: CallGroup[];
  shapes: ShapeView[];
}

export interface CallGroup {
  id: string;
  name: string;
  says: string;
  calls: CallView[];
}

export interface CallView {
  /** Its name, and its place on the page. */
  id: string;
  method: string;
  path: string;
  summary: string;
  says: string;
  key: "none" | "always" | "elsewhere";
  takes: FieldRow[];
  /** What the body is, where there is one. */
  body: Kind | null;
  answers: AnswerRow[];
  /** The statuses of {@link ApiView.common} that it may have beside its own. */
  further: string[];
  curl: string;
  /** What comes back to it; null where that is nothing to be read. */
  example: string | null;
}

export interface FieldRow {
  name: string;
  place: string | null;
  kind: Kind;
  isNeeded: boolean;
  says: string | null;
  limits: string | null;
}

export interface AnswerRow {
  status: string;
  says: string;
  kind: Kind;
}

export interface ShapeView {
  name: string;
  /** Where it is no object. */
  kind: Kind | null;
  fields: FieldRow[];
}

/** Words, and names of shapes that stand further down. */
export type Kind = (string | { shape: string })[];

/** Its place on the page. */
export const COMMON_ANSWERS = "common-answers";

export function placeOfShape(name: string): string {
  return `shape-${name}`;
}
