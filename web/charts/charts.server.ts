import type { Values } from "../../messages/translate.ts";
import { FACTS } from "../../petition/facts.ts";
import type { Language } from "../../petition/language.ts";
import { sourcesOf, type TextOf } from "../facts/sources.server.ts";
import { valuesIn } from "../facts/values.server.ts";
import { ARTICLE } from "../our-article.server.ts";
import { translatorsOf } from "../translators.server.ts";
import type { ChartContent, ChartFacts, ChartPlan } from "./chart.tsx";
import { inksOf } from "./engraving.server.ts";

const chartTranslator = translatorsOf(
  import.meta.glob("../../messages/*/{article,charts}.json", { eager: true, import: "default" }),
  import.meta.glob("#campaign/messages/*/{article,charts}.json", { eager: true, import: "default" }),
);

const CHARTS: Readonly<Record<string, ChartPlan>> = ARTICLE?.charts ?? {};

const drawn = new Map<string, ChartContent>();

export function chartIn(language: Language, id: string): ChartContent {
  const key = `${language} ${id}`;
  const known = drawn.get(key);
  if (known) return known;
  const made = drawChart(language, id, FACTS);
  drawn.set(key, made);
  return made;
}

export function chartsIn(language: Language): Record<string, ChartContent> {
  return Object.fromEntries(Object.keys(CHARTS).map((id) => [id, chartIn(language, id)]));
}

export function drawChart(language: Language, id: string, facts: ChartFacts): ChartContent {
  const plan = CHARTS[id];
  if (!plan) throw new Error(`No chart is called ${id}`);
  const t = chartTranslator(language);
  const values = valuesIn(language, facts);
  const said: TextOf = (key, more?: Values) => t(key, { ...values, ...more });
  const { groups, missing, table } = plan.draw({ id, facts, language, said });
  return {
    id: `chart-${id}`,
    title: said(`charts.${id}.title`),
    says: said(`charts.${id}.says`),
    inks: inksOf(id),
    groups,
    missing,
    table: { summary: said("charts.table"), ...table },
    sources: sourcesOf(plan.facts, language, said),
  };
}
