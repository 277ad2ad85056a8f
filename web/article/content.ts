import type { Sources } from "../facts/sources.ts";

/** A text with a heading, and what it rests on. */
export interface Cited {
  id: string;
  title: string;
  text: string;
  sources: Sources;
}

export interface RiskCard extends Cited {
  number: number;
  kind: string;
  /** What the link to the card's own address is called. */
  anchor: string;
  /** What the other side says. */
  answered: string;
  figures: { label: string; figure: string }[];
  /** The id of the chart below it. */
  chart: string | null;
}

/** Some of the risks, with the bridge that leads to them. */
export interface Chapter {
  id: string;
  title: string;
  text: string;
  cards: RiskCard[];
}

/** A line of the list of contents; a risk has a number. */
export interface ContentsLine {
  id: string;
  title: string;
  number?: number;
  within?: ContentsLine[];
}

export interface ArticleContent {
  meta: { title: string; description: string };
  badge: string;
  /** A part that is to stay on one line is in an object of its own. */
  title: (string | { whole: string })[];
  lede: string;
  checked: string;
  readingTime: string;
  contents: { title: string; entries: ContentsLine[] };
  scene: { title: string; paragraphs: string[]; sources: Sources };
  summary: { title: string; items: { id: string; title: string; text: string }[]; sources: Sources; chart: string };
  invite: { enough: string; pass: string };
  risks: { title: string; answer: string; chapters: Chapter[] };
  objections: { title: string; lede: string; claims: Cited[] };
  why: { title: string; lede: string; sources: Sources; chart: string; reasons: Cited[] };
  conclusion: { kind: string; title: string; paragraphs: string[]; sources: Sources };
  call: { title: string; signed: string | null; button: string };
  /** Each source once, for paper, where no link leads anywhere. */
  sources: Sources;
}
