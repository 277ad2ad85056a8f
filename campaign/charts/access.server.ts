import { percentIn } from "../../messages/translate.ts";
import { countIn } from "../../web/charts/amounts.server.ts";
import type { Drawn } from "../../web/charts/chart.ts";
import { bar, coins, engraved, thread } from "../../web/charts/engraving.server.ts";
import type { Desk } from "./desk.ts";

export function access({ id, facts, language, said }: Desk): Drawn {
  const { hardAccess, hardAccessBefore, surveyYear, surveyYearBefore } = facts.accessToCash.values;
  const { machines, machinesBefore, machinesYear, machinesYearBefore } = facts.cashMachines.values;
  const most = Math.max(machines, machinesBefore);
  const hard = [
    { year: surveyYearBefore.year, share: hardAccessBefore.percent },
    { year: surveyYear.year, share: hardAccess.percent },
  ].map(({ year, share }) => ({
    label: String(year),
    figure: percentIn(language, share),
    drawing: coins(id, Math.round(share)),
  }));
  const counted = [
    { year: machinesYearBefore.year, count: machinesBefore },
    { year: machinesYear.year, count: machines },
  ].map(({ year, count }) => ({
    label: String(year),
    figure: countIn(language, count),
    drawing: bar([thread(0, 100), ...engraved(id, 0, (count / most) * 100)]),
  }));
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
