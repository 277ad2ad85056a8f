import type { Sources } from "../facts/sources.ts";

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
  answered: string;
  figures: { label: string; figure: string }[];
  chart: string | null;
}

export interface Chapter {
  id: string;
  title: string;
  text: string;
  cards: RiskCard[];
}

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
