import type { ChartPlan } from "../charts/chart.tsx";
import type { FigurePlan } from "../facts/sources.server.ts";
import type { Outline } from "./outline.ts";

/** What a campaign with an article says on the server alone: its parts, its charts, and the figures that it states elsewhere. */
export interface ArticlePlan {
  outline: Outline;
  charts: Readonly<Record<string, ChartPlan>>;
  /** On the home page. `facts` are all whose values the texts take; the lead has a claim, and `.text`. */
  figures: { facts: readonly string[]; chart: string; lead: FigurePlan; side: readonly FigurePlan[] };
  /** To the press: `material.press.figures.<says>`, each with the facts that it states, the first of which names the source. */
  press: readonly { says: string; facts: readonly [string, ...string[]] }[];
}
