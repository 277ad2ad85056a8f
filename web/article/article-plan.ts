import type { Language } from "../../petition/known-languages.ts";
import type { ChartPlan } from "../charts/chart.tsx";
import type { FigurePlan } from "../facts/sources.server.ts";

/** What a campaign with an article says on the server alone: its parts, its charts, and the figures that it states elsewhere. */
export interface ArticlePlan {
  outline: Outline;
  charts: Readonly<Record<string, ChartPlan>>;
  /** On the home page. `facts` are all whose values the texts take; the lead has a claim, and `.text`. */
  figures: { facts: readonly string[]; lead: FigurePlan; side: readonly FigurePlan[] };
  /** To the press: `material.press.figures.<says>`, each with the facts that it states, the first of which names the source. */
  press: readonly { says: string; facts: readonly [string, ...string[]] }[];
}

/** The form that an article has here. Its words are the campaign's: `article.<part>`. */
export interface Part {
  id: string;
  facts: readonly string[];
  /** `article.why.<id>.here`: what holds where the reader's language is spoken, with the facts that it states. */
  here?: Readonly<Partial<Record<Language, readonly string[]>>>;
}

/** Each says `kind`, `title`, `text`, and in `answer` what the other side says. */
interface Risk extends Part {
  /** Two figures beside each other: `article.risks.<id>.<name>` and `<name>Figure`. */
  pair?: readonly string[];
  chart?: string;
}

export interface Outline {
  scene: Part;
  /** The source of what the other side says of a risk, unless another is named. */
  answersFrom: string;
  summary: readonly (Part & { isAnswered?: boolean })[];
  summaryChart: string;
  risks: readonly Risk[];
  /** A few sentences that lead to the risk they stand before, and to those after it. */
  bridges: readonly { id: string; before: string }[];
  objections: readonly Part[];
  why: Part;
  whyChart: string;
  reasons: readonly Part[];
}
