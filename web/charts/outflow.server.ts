import { percentIn } from "../../messages/translate.ts";
import { eurosIn } from "./amounts.server.ts";
import type { Desk, Drawn } from "./desk.ts";
import { bar, engraved, thread } from "./engraving.server.ts";

export function outflow({ id, facts, language, said }: Desk): Drawn {
  const { outflowExtreme, outflowNormal, depositShare } = facts.deposits.values;
  const most = Math.max(outflowExtreme.euros, outflowNormal.euros);
  const rows = [
    {
      label: said("charts.outflow.extreme"),
      figure: eurosIn(language, outflowExtreme.euros),
      drawing: bar([thread(0, 100), ...engraved(id, 0, (outflowExtreme.euros / most) * 100)]),
    },
    {
      label: said("charts.outflow.normal"),
      figure: eurosIn(language, outflowNormal.euros),
      drawing: bar([thread(0, 100), ...engraved(id, 0, (outflowNormal.euros / most) * 100)]),
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
