import { percentIn } from "../../messages/translate.ts";
import { moneyIn } from "../../web/charts/amounts.server.ts";
import type { Drawn } from "../../web/charts/chart.ts";
import { bar, engraved, thread } from "../../web/charts/engraving.server.ts";
import type { Desk } from "./desk.ts";

export function outflow({ id, facts, language, said }: Desk): Drawn {
  const { outflowExtreme, outflowNormal, depositShare } = facts.deposits.values;
  const most = Math.max(outflowExtreme.money, outflowNormal.money);
  const rows = [
    {
      label: said("charts.outflow.extreme"),
      figure: moneyIn(language, outflowExtreme.money),
      drawing: bar([thread(0, 100), ...engraved(id, 0, (outflowExtreme.money / most) * 100)]),
    },
    {
      label: said("charts.outflow.normal"),
      figure: moneyIn(language, outflowNormal.money),
      drawing: bar([thread(0, 100), ...engraved(id, 0, (outflowNormal.money / most) * 100)]),
    },
    {
      label: said("charts.outflow.share"),
      figure: percentIn(language, depositShare.percent),
      drawing: bar([thread(0, 100), ...engraved(id, 0, depositShare.percent)]),
    },
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
