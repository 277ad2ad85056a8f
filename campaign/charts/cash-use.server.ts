import { percentIn } from "../../messages/translate.ts";
import type { Drawn } from "../../web/charts/chart.tsx";
import { slopes } from "../../web/charts/slope.server.ts";
import type { Desk } from "./desk.ts";

export function cashUse({ id, facts, language, said }: Desk): Drawn {
  const { cashUse, cashBesideOthers, cashByValueBefore } = facts;
  const { cashYearBefore, cashYearBetween, cashYear, ...share } = cashUse.values;
  const years = [cashYearBefore.year, cashYearBetween.year, cashYear.year] as const;
  const [before, between, last] = years;
  const point = (year: number, { percent }: { percent: number }) => ({
    year,
    share: percent,
    figure: percentIn(language, percent),
  });
  const byNumber = [point(before, share.cashShareBefore), point(between, share.cashShareBetween), point(last, share.cashShare)];
  const byValue = [
    point(between, cashByValueBefore.values.cashShareByValueBetween),
    point(last, cashBesideOthers.values.cashShareByValue),
  ];
  const cards = [
    point(between, cashByValueBefore.values.cardShareByValueBetween),
    point(last, cashBesideOthers.values.cardShareByValue),
  ];
  const unknown = said("charts.cash-use.unknown");
  const cell = (year: number, points: { year: number; figure: string }[]) =>
    points.find((one) => one.year === year)?.figure ?? unknown;
  return {
    groups: [
      {
        name: said("charts.cash-use.number"),
        strips: [{ drawing: slopes(id, years, unknown, [{ look: "hill", points: byNumber }]) }],
      },
      {
        name: said("charts.cash-use.value"),
        strips: [
          {
            drawing: slopes(id, years, unknown, [
              { look: "hill", points: byValue, name: said("charts.cash-use.cash") },
              { look: "line", points: cards, name: said("charts.cash-use.card") },
            ]),
          },
        ],
      },
    ],
    missing: said("charts.cash-use.missing"),
    table: {
      heads: [
        said("charts.cash-use.year"),
        said("charts.cash-use.cashByNumber"),
        said("charts.cash-use.cashByValue"),
        said("charts.cash-use.cardByValue"),
      ],
      rows: years.map((year) => [String(year), cell(year, byNumber), cell(year, byValue), cell(year, cards)]),
    },
  };
}
