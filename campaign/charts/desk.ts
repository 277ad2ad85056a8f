import type { Desk as AnyDesk } from "../../web/charts/chart.tsx";
import type { FACTS, FactId } from "../article/facts.ts";

type Loose<Given> = Given extends number ? number : { [Name in keyof Given]: Given[Name] extends number ? number : string };

/** The facts, or others of the same names. */
export type ChartFacts = {
  [Id in FactId]: { values: { [Name in keyof (typeof FACTS)[Id]["values"]]: Loose<(typeof FACTS)[Id]["values"][Name]> } };
};

export type Desk = AnyDesk<ChartFacts>;
