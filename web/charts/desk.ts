import type { FACTS, FactId } from "../../petition/facts.ts";
import type { Language } from "../../petition/language.ts";
import type { Said } from "../facts/sources.server.ts";
import type { ChartTable, StripGroup } from "./chart.ts";
import type { ChartId } from "./outline.ts";

type Loose<Given> = Given extends number ? number : { [Name in keyof Given]: Given[Name] extends number ? number : string };

/** The facts, or others of the same names. */
export type ChartFacts = {
  [Id in FactId]: { values: { [Name in keyof (typeof FACTS)[Id]["values"]]: Loose<(typeof FACTS)[Id]["values"][Name]> } };
};

/** What a chart is drawn with: the facts, its own words, and the reader's language. */
export interface Desk {
  id: ChartId;
  facts: ChartFacts;
  language: Language;
  said: Said;
}

export interface Drawn {
  groups: StripGroup[];
  missing: string | null;
  table: Omit<ChartTable, "summary">;
}
