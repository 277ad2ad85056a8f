import { moneyIn } from "../../web/charts/amounts.server.ts";
import type { Drawn } from "../../web/charts/chart.ts";
import { bar, engraved, hatched, thread } from "../../web/charts/engraving.server.ts";
import type { Desk } from "./desk.ts";

/** On one scale, and in two groups: the Eurosystem's bill and the banks' are not each other's estimates. */
export function costs({ id, facts, language, said }: Desk): Drawn {
  const { developmentCost, yearlyCost } = facts.cost.values;
  const { bankCostLow, bankCostHigh, bankCostPwc } = facts.bankCosts.values;
  const most = Math.max(bankCostPwc.money, bankCostHigh.money, developmentCost.money);
  const at = ({ money }: { money: number }) => (money / most) * 100;
  const rows = [
    {
      payer: said("charts.costs.eurosystem"),
      label: said("charts.costs.once"),
      figure: moneyIn(language, developmentCost.money),
      drawing: bar([thread(0, 100), ...engraved(id, 0, at(developmentCost))]),
    },
    {
      payer: said("charts.costs.eurosystem"),
      label: said("charts.costs.yearly"),
      figure: moneyIn(language, yearlyCost.money),
      drawing: bar([thread(0, 100), ...engraved(id, 0, at(yearlyCost))]),
    },
    {
      payer: said("charts.costs.banks"),
      label: said("charts.costs.ecb"),
      figure: moneyIn(language, bankCostLow.money, bankCostHigh.money),
      drawing: bar([thread(0, 100), ...engraved(id, 0, at(bankCostLow)), hatched(id, at(bankCostLow), at(bankCostHigh))]),
    },
    {
      payer: said("charts.costs.banks"),
      label: said("charts.costs.pwc"),
      figure: moneyIn(language, bankCostPwc.money),
      drawing: bar(engraved(id, 0, at(bankCostPwc))),
    },
  ];
  const payers = [...new Set(rows.map(({ payer }) => payer))];
  return {
    groups: payers.map((name) => ({ name, strips: rows.filter(({ payer }) => payer === name) })),
    missing: null,
    table: {
      heads: [said("charts.costs.what"), said("charts.costs.amount")],
      rows: rows.map(({ label, payer, figure }) => [`${payer}: ${label}`, figure]),
    },
  };
}
