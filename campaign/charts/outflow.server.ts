import { percentIn } from "../../messages/translate.ts";
import { moneyIn } from "../../web/charts/amounts.server.ts";
import type { Drawn } from "../../web/charts/chart.tsx";
import { bar, engraved, thread } from "../../web/charts/engraving.server.ts";
import type { Desk } from "./desk.ts";

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
