/** The picture of a history: numbers as places in a box that is stretched to the width of the page. */
import { type Period, total } from "./history.ts";

export const CHART = { width: 1000, height: 400, ground: 300, below: 312 };

/** A single day is no wall. */
const BAR_MAX = 24;

export interface ChartDrawing {
  /** The number, from the start of the first period to the end of the last. */
  line: string;
  /** The same, closed along the ground. */
  area: string;
  /** What was taken out, from the ground downwards; none where nothing was. */
  removals: string;
  most: number;
  mostRemoved: number;
}

export function chartOf(periods: readonly Period[]): ChartDrawing {
  const { width, height, ground, below } = CHART;
  const most = Math.max(1, ...periods.map(({ count }) => count));
  const removed = periods.map((period) => total(period.removed));
  const mostRemoved = Math.max(0, ...removed);
  const step = width / Math.max(1, periods.length);
  const [first] = periods;
  const before = first ? first.count - total(first.added) + total(first.removed) : 0;
  const points = [before, ...periods.map(({ count }) => count)].map(
    (count, place) => `${rounded(place * step)} ${rounded(ground - (count / most) * ground)}`,
  );
  const line = `M${points.join("L")}`;
  const bar = rounded(Math.min(BAR_MAX, step * 0.6));
  const bars = removed.map((count, place) => {
    // One of very many is still to be seen.
    const length = count > 0 ? Math.max(0.06, count / mostRemoved) * (height - below) : 0;
    return length > 0 ? `M${rounded((place + 0.5) * step - bar / 2)} ${below}h${bar}v${rounded(length)}h-${bar}z` : "";
  });
  return { line, area: `${line}V${ground}H0Z`, removals: bars.join(""), most, mostRemoved };
}

function rounded(place: number): number {
  return Math.round(place * 10) / 10;
}
