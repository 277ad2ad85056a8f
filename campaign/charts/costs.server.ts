import { moneyIn } from "../../web/charts/amounts.server.ts";
import type { Drawn } from "../../web/charts/chart.tsx";
import { bar, engraved, hatched, thread } from "../../web/charts/engraving.server.ts";
import type { Desk } from "./desk.ts";

/** On one scale, and in two groups: the Eurosystem's bill and the banks' are not each other's estimates. */
export function costs({ id, facts, language, said }: Desk): Drawn {
  const { developmentCost, yearlyCost } = facts.cost.values;
  const { bankCostLow, bankCostHigh, bankCostPwc } = facts.bankCosts.values;
  const most = Math.max(bankCostPwc.money, bankCostHigh.money, developmentCost.money);
  const at = ({ money }: { money: number }) => (money / most) * 100;
  const [eurosystem, banks] = [said("charts.costs.eurosystem"), said("charts.costs.banks")];
  const upTo = (amount: { money: number }) => [thread(0, 100), ...engraved(id, 0, at(amount))];
  const row = (payer: string, label: string, figure: string, inside: Parameters<typeof bar>[0]) => ({
    ...{ payer, label, figure },
    drawing: bar(inside),
  });
  const between = hatched(id, at(bankCostLow), at(bankCostHigh));
  const rows = [
    row(eurosystem, said("charts.costs.once"), moneyIn(language, developmentCost.money), upTo(developmentCost)),
    row(eurosystem, said("charts.costs.yearly"), moneyIn(language, yearlyCost.money), upTo(yearlyCost)),
    row(banks, said("charts.costs.ecb"), moneyIn(language, bankCostLow.money, bankCostHigh.money), [
      ...upTo(bankCostLow),
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
