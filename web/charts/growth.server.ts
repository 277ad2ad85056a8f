/** A number over time, and below it what was taken from it, in steps of one width. */
import type { Shape } from "./chart.ts";
import { percent, round } from "./engraving.server.ts";
import { em, hillside, line, text } from "./slope.server.ts";

const [ABOVE, HEIGHT, REMOVED, BELOW] = [1.9, 13, 3.2, 1.9];
/** Percent of the width. */
const BAR_MAX = 2.4;

interface Growth {
  /** Before the first step, and after each. */
  totals: number[];
  removed: number[];
  figure: string;
  from: string;
  to: string;
}

export function growth(chart: string, { totals, removed, figure, from, to }: Growth): Shape {
  const most = Math.max(1, ...totals);
  const mostRemoved = Math.max(0, ...removed);
  const step = 100 / Math.max(1, removed.length);
  const ground = ABOVE + HEIGHT;
  const foot = ground + (mostRemoved > 0 ? REMOVED : 0);
  const d = `M${totals.map((total, place) => `${round(place * step)} ${round(100 - (total / most) * 100)}`).join("L")}`;
  const width = Math.min(BAR_MAX, step * 0.6);
  const bars = removed.map((count, place): Shape => {
    // One among very many stays visible.
    const height = count > 0 ? Math.max(0.06, count / mostRemoved) * (REMOVED - 0.5) : 0;
    const x = percent((place + 0.5) * step - width / 2);
    return { is: "rect", with: { className: "removed", x, y: em(ground + 0.3), width: percent(width), height: em(height) } };
  });
  return {
    is: "svg",
    with: { className: "growth", width: "100%", height: em(foot + BELOW), "aria-hidden": "true" },
    in: [
      {
        is: "svg",
        with: { y: em(ABOVE), width: "100%", height: em(HEIGHT), viewBox: "0 0 100 100", preserveAspectRatio: "none" },
        in: hillside(chart, `${chart}-total`, d),
      },
      line("base", 0, 100, ground),
      ...bars.filter((_, place) => removed[place]),
      text("figure", 100, ABOVE + HEIGHT * (1 - (totals.at(-1) ?? 0) / most) - 0.65, figure),
      text("year", 0, foot + 1.4, from),
      ...(to === from ? [] : [text("year", 100, foot + 1.4, to)]),
    ],
  };
}
