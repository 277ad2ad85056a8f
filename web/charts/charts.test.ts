import { describe, expect, test } from "vitest";
import { FACTS } from "../../campaign/article/facts.ts";
import { CHARTS } from "../../campaign/article/outline.ts";
import type { ChartFacts } from "../../campaign/charts.server.ts";
import { addressOf } from "../../petition/facts.ts";
import { LANGUAGES } from "../../petition/language.ts";
import { valuesIn } from "../facts/values.server.ts";
import { moneyIn } from "./amounts.server.ts";
import type { ChartContent, Shape } from "./chart.tsx";
import { chartIn, chartsIn, drawChart } from "./charts.server.ts";

const CHART_IDS = Object.keys(CHARTS) as (keyof typeof CHARTS)[];

describe.each(LANGUAGES)("in %s", (language) => {
  test.each(CHART_IDS)("the table of %s says every figure that stands in its drawing", (id) => {
    const chart = chartIn(language, id);
    const cells = chart.table.rows.flatMap(([, ...row]) => row);
    const figures = figuresIn(chart);
    expect(figures.length).toBeGreaterThan(2);
    expect(figures.filter((figure) => !cells.some((cell) => cell.endsWith(figure)))).toEqual([]);
    for (const row of chart.table.rows) expect(row).toHaveLength(chart.table.heads.length);
  });

  test("each has a title of its own, a sentence, and the sources of its facts", () => {
    const charts = Object.values(chartsIn(language));
    expect(new Set(charts.map(({ title }) => title)).size).toBe(CHART_IDS.length);
    for (const { id, says, sources } of charts) {
      expect(says, id).not.toBe("");
      const [own] = CHARTS[id.replace("chart-", "") as keyof typeof CHARTS];
      expect(sources?.links.map(({ url }) => url)).toContain(addressOf(FACTS[own].source, language).url);
    }
  });
});

test("no two drawings share an id", () => {
  const drawings = Object.values(chartsIn("de")).flatMap(({ inks, groups }) => [
    inks,
    ...groups.flatMap(({ strips }) => strips.map(({ drawing }) => drawing)),
  ]);
  const ids = drawings.flatMap((drawing) => allIn(drawing).flatMap((shape) => shape.with?.id ?? []));
  expect(new Set(ids).size).toBe(ids.length);
});

test("a bar is as long as its fact, and another fact draws another bar", () => {
  const normalUse = (facts: ChartFacts) => roomOf(drawChart("de", "outflow", facts).groups[0]?.strips[1]?.drawing);
  expect(normalUse(FACTS)).toBe("14.31%");
  expect(normalUse(withValue("deposits", "outflowNormal", { money: 699e9 / 2 }))).toBe("50%");
});

test.each([
  ["cash-use", "cashUse", "cashShareBetween", { percent: 31 }, "31\u00a0%"],
  ["costs", "bankCosts", "bankCostPwc", { money: 30e9 }, "30\u00a0Mrd.\u00a0€"],
  ["blackout", "blackout", "cardDrop", { percent: 12 }, "\u221212\u00a0%"],
  ["access", "cashMachines", "machines", 31_000, "31.000"],
] as const)("in %s a changed fact changes drawing, sentence or table", (id, fact, name, value, figure) => {
  const [before, after] = [chartIn("de", id), drawChart("de", id, withValue(fact, name, value))];
  expect(JSON.stringify(after.groups)).not.toBe(JSON.stringify(before.groups));
  expect(figuresIn(before)).not.toContain(figure);
  expect(figuresIn(after)).toContain(figure);
  expect(after.table.rows.flat()).toContain(figure);
});

test("the Eurosystem's bill and the banks' are never in one group", () => {
  const [eurosystem, banks, ...others] = chartIn("de", "costs").groups.map(({ strips }) => strips.map(({ figure }) => figure));
  expect(eurosystem).toEqual(["1,3\u00a0Mrd.\u00a0€", "320\u00a0Mio.\u00a0€"]);
  expect(banks).toEqual(["4–5,77\u00a0Mrd.\u00a0€", "18\u00a0Mrd.\u00a0€"]);
  expect(others).toEqual([]);
});

test.each([
  ["de", "4–5,77\u00a0Milliarden", "4–5,77\u00a0Mrd.\u00a0€", "18\u00a0Mrd.\u00a0€"],
  ["en", "4–5.77\u00a0billion", "€4–5.77bn", "€18bn"],
  ["fr", "4–5,77\u00a0milliards", "4–5,77\u00a0Md\u00a0€", "18\u00a0Md\u00a0€"],
  ["it", "4–5,77\u00a0miliardi", "4–5,77\u00a0Mld\u00a0€", "18\u00a0Mld\u00a0€"],
  ["es", "4000–5770\u00a0millones", "4000–5770\u00a0M\u00a0€", "18.000\u00a0M\u00a0€"],
  ["pl", "4–5,77\u00a0miliarda", "4–5,77\u00a0mld\u00a0€", "18\u00a0mld\u00a0€"],
  ["nl", "4–5,77\u00a0miljard", "€\u00a04–5,77\u00a0mld.", "€\u00a018\u00a0mld."],
] as const)("in %s a range says once what it is counted in, in words and in a chart", (language, inWords, short, one) => {
  expect(valuesIn(language).bankCostRange).toBe(inWords);
  expect([moneyIn(language, 4e9, 5.77e9), moneyIn(language, 18e9)]).toEqual([short, one]);
});

test("what nobody has told us stays empty and is said to be: the value of cash payments in 2019", () => {
  const chart = chartIn("de", "cash-use");
  const [, byValue] = chart.groups;
  expect(wordsIn(byValue?.strips[0]?.drawing)).toContain("keine Angabe");
  expect(chart.table.rows[0]).toEqual(["2019", "72\u00a0%", "keine Angabe", "keine Angabe"]);
  expect(chart.missing).toContain("2019");
});

test("of the blackout no hour is drawn but those of its beginning and its end", () => {
  const { groups, missing } = chartIn("de", "blackout");
  expect(wordsIn(groups[0]?.strips[0]?.drawing)).toEqual(["12:33", "07:00", "28.\u00a0April", "29.\u00a0April"]);
  expect(missing).toContain("Zahlen für jede Stunde lagen uns nicht vor.");
});

test("of a hundred coins as many are filled as there are in percent", () => {
  const filled = (chart: ChartContent) =>
    chart.groups[0]?.strips.map(({ drawing }) => allIn(drawing).find(({ is }) => is === "path")?.with?.d);
  expect(filled(chartIn("de", "access"))).toEqual(["M0 0h20v10h-10V50H0z", "M0 0h30v0h0V50H0z"]);
});

function withValue(fact: keyof ChartFacts, name: string, value: unknown): ChartFacts {
  return { ...FACTS, [fact]: { values: { ...FACTS[fact].values, [name]: value } } };
}

function figuresIn({ groups }: ChartContent): string[] {
  return groups.flatMap(({ strips }) =>
    strips.flatMap(({ figure, drawing }) => [
      ...(figure ? [figure] : []),
      ...wordsIn(drawing).filter((word) => /%|:\d\d/.test(word)),
    ]),
  );
}

function wordsIn(drawing: Shape | undefined): string[] {
  return allIn(drawing).flatMap((shape) => (typeof shape.in === "string" ? [shape.in] : []));
}

function roomOf(drawing: Shape | undefined): string | number | undefined {
  return allIn(drawing).find((shape) => shape.with?.className === "rod")?.with?.width;
}

function allIn(drawing: Shape | undefined): Shape[] {
  if (!drawing) return [];
  return [drawing, ...(Array.isArray(drawing.in) ? drawing.in.flatMap(allIn) : [])];
}
