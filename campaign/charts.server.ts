import { percentIn } from "../messages/translate.ts";
import { changeIn, countIn, moneyIn } from "../web/charts/amounts.server.ts";
import type { Desk as AnyDesk, Drawn } from "../web/charts/chart.tsx";
import { bar, coins, engraved, hatched, measure, thread, unclosed } from "../web/charts/engraving.server.ts";
import { slopes } from "../web/charts/slope.server.ts";
import { hourIn, timeline } from "../web/charts/timeline.server.ts";
import type { FACTS, FactId } from "./article/facts.ts";

type Loose<Given> = Given extends number ? number : { [Name in keyof Given]: Given[Name] extends number ? number : string };

/** The facts, or others of the same names. */
export type ChartFacts = {
  [Id in FactId]: { values: { [Name in keyof (typeof FACTS)[Id]["values"]]: Loose<(typeof FACTS)[Id]["values"][Name]> } };
};

export type Desk = AnyDesk<ChartFacts>;

export function access({ id, facts, language, said }: Desk): Drawn {
  const { hardAccess, hardAccessBefore, surveyYear, surveyYearBefore } = facts.accessToCash.values;
  const { machines, machinesBefore, machinesYear, machinesYearBefore } = facts.cashMachines.values;
  const most = Math.max(machines, machinesBefore);
  const hardIn = ({ year }: { year: number }, { percent }: { percent: number }) => ({
    label: String(year),
    figure: percentIn(language, percent),
    drawing: coins(id, Math.round(percent)),
  });
  const countedIn = ({ year }: { year: number }, count: number) => ({
    label: String(year),
    figure: countIn(language, count),
    drawing: bar([thread(0, 100), ...engraved(id, 0, (count / most) * 100)]),
  });
  const hard = [hardIn(surveyYearBefore, hardAccessBefore), hardIn(surveyYear, hardAccess)];
  const counted = [countedIn(machinesYearBefore, machinesBefore), countedIn(machinesYear, machines)];
  const named = (name: string, rows: typeof hard) => rows.map(({ label, figure }) => [`${name}, ${label}`, figure]);
  return {
    groups: [
      { name: said("charts.access.hard"), strips: hard },
      { name: said("charts.access.machines"), strips: counted },
    ],
    missing: null,
    table: {
      heads: [said("charts.access.what"), said("charts.access.figure")],
      rows: [...named(said("charts.access.hard"), hard), ...named(said("charts.access.machines"), counted)],
    },
  };
}

/** Each bar is read against an ordinary day; nothing is drawn between what was reported. */
export function blackout({ id, facts, language, said }: Desk): Drawn {
  const { blackout, blackoutSmallShops, blackoutHours } = facts;
  const { cardDrop, cardDropLarge, machinesDown, withdrawalsRise } = blackout.values;
  const { powerOut, powerBack } = blackoutHours.values;
  const most = 100 + withdrawalsRise.percent;
  const at = (share: number) => (share / most) * 100;
  const fallen = (label: string, { percent }: { percent: number }, left: typeof engraved | typeof unclosed = engraved) => ({
    label,
    figure: changeIn(language, -percent),
    drawing: bar([...[left(id, 0, at(100 - percent))].flat(), hatched(id, at(100 - percent), at(100)), measure(at(100))]),
  });
  const rows = [
    fallen(said("charts.blackout.cards"), cardDrop),
    fallen(said("charts.blackout.large"), cardDropLarge),
    fallen(said("charts.blackout.small"), blackoutSmallShops.values.cardDropSmall, unclosed),
    fallen(said("charts.blackout.machines"), machinesDown),
    {
      label: said("charts.blackout.withdrawals"),
      figure: changeIn(language, withdrawalsRise.percent),
      drawing: bar([thread(0, 100), ...engraved(id, 0, 100), measure(at(100))]),
    },
  ];
  return {
    groups: [
      { name: said("charts.blackout.power"), strips: [{ drawing: timeline(id, language, powerOut.moment, powerBack.moment) }] },
      { name: said("charts.blackout.ordinary"), strips: rows },
    ],
    missing: said("charts.blackout.missing"),
    table: {
      heads: [said("charts.blackout.what"), said("charts.blackout.change")],
      rows: [
        [said("charts.blackout.out"), hourIn(language, powerOut.moment)],
        [said("charts.blackout.back"), hourIn(language, powerBack.moment)],
        ...rows.map(({ label, figure }) => [label, figure]),
      ],
    },
  };
}

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

/** On one scale, and in two groups: the Eurosystem's bill and the banks' are not each other's estimates. */
export function costs({ id, facts, language, said }: Desk): Drawn {
  const { developmentCost, yearlyCost } = facts.cost.values;
  const { bankCostRange, bankCostPwc } = facts.bankCosts.values;
  const most = Math.max(bankCostPwc.money, bankCostRange.to, developmentCost.money);
  const at = ({ money }: { money: number }) => (money / most) * 100;
  const [eurosystem, banks] = [said("charts.costs.eurosystem"), said("charts.costs.banks")];
  const upTo = (amount: { money: number }) => [thread(0, 100), ...engraved(id, 0, at(amount))];
  const row = (payer: string, label: string, figure: string, inside: Parameters<typeof bar>[0]) => ({
    ...{ payer, label, figure },
    drawing: bar(inside),
  });
  const between = hatched(id, at(bankCostRange), at({ money: bankCostRange.to }));
  const rows = [
    row(eurosystem, said("charts.costs.once"), moneyIn(language, developmentCost.money), upTo(developmentCost)),
    row(eurosystem, said("charts.costs.yearly"), moneyIn(language, yearlyCost.money), upTo(yearlyCost)),
    row(banks, said("charts.costs.ecb"), moneyIn(language, bankCostRange.money, bankCostRange.to), [
      ...upTo(bankCostRange),
      between,
    ]),
    row(banks, said("charts.costs.pwc"), moneyIn(language, bankCostPwc.money), engraved(id, 0, at(bankCostPwc))),
  ];
  return {
    groups: [eurosystem, banks].map((name) => ({ name, strips: rows.filter(({ payer }) => payer === name) })),
    missing: null,
    table: {
      heads: [said("charts.costs.what"), said("charts.costs.amount")],
      rows: rows.map(({ label, payer, figure }) => [`${payer}: ${label}`, figure]),
    },
  };
}

export function outflow({ id, facts, language, said }: Desk): Drawn {
  const { outflowExtreme, outflowNormal, depositShare } = facts.deposits.values;
  const most = Math.max(outflowExtreme.money, outflowNormal.money);
  const row = (label: string, figure: string, share: number) => ({
    ...{ label, figure },
    drawing: bar([thread(0, 100), ...engraved(id, 0, share)]),
  });
  const amount = (label: string, { money }: { money: number }) => row(label, moneyIn(language, money), (money / most) * 100);
  const rows = [
    amount(said("charts.outflow.extreme"), outflowExtreme),
    amount(said("charts.outflow.normal"), outflowNormal),
    row(said("charts.outflow.share"), percentIn(language, depositShare.percent), depositShare.percent),
  ];
  return {
    groups: [
      { name: said("charts.outflow.amounts"), strips: rows.slice(0, 2) },
      { name: said("charts.outflow.deposits"), strips: rows.slice(2) },
    ],
    missing: said("charts.outflow.missing"),
    table: {
      heads: [said("charts.outflow.case"), said("charts.outflow.flows")],
      rows: rows.map(({ label, figure }) => [label, figure]),
    },
  };
}
