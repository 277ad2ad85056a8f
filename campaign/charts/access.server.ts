import { percentIn } from "../../messages/translate.ts";
import { countIn } from "../../web/charts/amounts.server.ts";
import type { Drawn } from "../../web/charts/chart.tsx";
import { bar, coins, engraved, thread } from "../../web/charts/engraving.server.ts";
import type { Desk } from "./desk.ts";

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
