import type { Language } from "../../petition/language.ts";
import type { RiskId } from "./outline.ts";

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

export interface RiskCard {
  id: RiskId;
  kind: string;
  title: string;
  text: string;
  ecb: string;
  figures: { label: string; figure: string }[];
  sources: Sources;
}

interface Reason {
  id: string;
  title: string;
  text: string;
  sources: Sources;
}

export interface ArticleContent {
  meta: { title: string; description: string };
  badge: string;
  /** A part that is to stay on one line is in an object of its own. */
  title: (string | { whole: string })[];
  lede: string;
  checked: string;
  summary: { title: string; items: { id: string; title: string; text: string }[]; sources: Sources };
  risks: { title: string; answer: string; cards: RiskCard[] };
  why: { title: string; lede: string; sources: Sources; reasons: Reason[] };
  call: { title: string; signed: string | null; button: string };
}
