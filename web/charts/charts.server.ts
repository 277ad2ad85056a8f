/** The charts as a page shows them, out of the facts alone. */
import type { Values } from "../../messages/translate.ts";
import { FACTS, type FactId, type Value } from "../../petition/facts.ts";
import type { Language } from "../../petition/language.ts";
import { type Said, sourcesOf } from "../facts/sources.server.ts";
import { valuesIn } from "../facts/values.server.ts";
import { access } from "./access.server.ts";
import { blackout } from "./blackout.server.ts";
import { cashUse } from "./cash-use.server.ts";
import type { ChartContent } from "./chart.ts";
import { costs } from "./costs.server.ts";
import type { ChartFacts, Desk, Drawn } from "./desk.ts";
import { inksOf } from "./engraving.server.ts";
import { outflow } from "./outflow.server.ts";
import { CHART_IDS, CHARTS, type ChartId } from "./outline.ts";
import { chartTranslator } from "./translator.server.ts";

const DRAWINGS: Record<ChartId, (desk: Desk) => Drawn> = { "cash-use": cashUse, costs, outflow, blackout, access };

const drawn = new Map<string, ChartContent>();

/** Facts and texts stay as they are while the server runs, and so does the drawing. */
export function chartIn(language: Language, id: ChartId): ChartContent {
  const key = `${language} ${id}`;
  const known = drawn.get(key);
  if (known) return known;
  const made = drawChart(language, id, FACTS);
  drawn.set(key, made);
  return made;
}

export function chartsIn(language: Language): Record<ChartId, ChartContent> {
  return Object.fromEntries(CHART_IDS.map((id) => [id, chartIn(language, id)])) as Record<ChartId, ChartContent>;
}

export function drawChart(language: Language, id: ChartId, facts: ChartFacts): ChartContent {
  const t = chartTranslator(language);
  const values = valuesIn(language, facts as Record<FactId, { values: Record<string, Value> }>);
  const said: Said = (key, more?: Values) => t(key, { ...values, ...more });
  const { groups, missing, table } = DRAWINGS[id]({ id, facts, language, said });
  return {
    id: `chart-${id}`,
    title: said(`charts.${id}.title`),
    says: said(`charts.${id}.says`),
    inks: inksOf(id),
    groups,
    missing,
    table: { summary: said("charts.table"), ...table },
    sources: sourcesOf(CHARTS[id], language, said),
  };
}
