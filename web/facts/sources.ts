import type { Language } from "../../petition/language.ts";

interface SourceLink {
  title: string;
  date: string;
  url: string;
  language: Language;
  /** What kind of source it is, when it was seen last, and whether it was itself. */
  seen: string;
}

export interface Sources {
  label: string;
  links: SourceLink[];
}

export interface Linked {
  before: string;
  link: string;
  after: string;
}

export interface SourceSentence extends Linked {
  url: string;
  language: string;
}

/** A figure of the home page: a share, `home.figures.<says>` beside it, and `home.figures.<source>` as the name of where it is from. */
export interface FigurePlan {
  fact: string;
  value: string;
  says: string;
  source: string;
}
