import type { Value } from "../../petition/evidence.ts";
import type { Language } from "../../petition/language.ts";
import type { TextOf } from "../facts/sources.server.ts";
import type { ChartTable, StripGroup } from "./chart.ts";

export type ChartFacts = Readonly<Record<string, { values: Readonly<Record<string, Value>> }>>;

/** What a chart is drawn with: the facts, its own words, and the reader's language. */
export interface Desk<Facts = ChartFacts> {
  id: string;
  facts: Facts;
  language: Language;
  said: TextOf;
}

export interface Drawn {
  groups: StripGroup[];
  missing: string | null;
  table: Omit<ChartTable, "summary">;
}

/** `facts`: which it draws; its sources are theirs. */
export interface ChartPlan {
  facts: readonly string[];
  draw(desk: Desk): Drawn;
}
