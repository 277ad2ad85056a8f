import { changeIn } from "../../web/charts/amounts.server.ts";
import type { Drawn } from "../../web/charts/chart.tsx";
import { bar, engraved, hatched, measure, thread, unclosed } from "../../web/charts/engraving.server.ts";
import { hourIn, timeline } from "../../web/charts/timeline.server.ts";
import type { Desk } from "./desk.ts";

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
      {
        name: said("charts.blackout.power"),
        strips: [{ drawing: timeline(id, language, powerOut.moment, powerBack.moment) }],
      },
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
