/** Drawings over time. Height in lines of text, width as there is room. */
import type { Shape } from "./chart.tsx";
import { inkOf, percent, round } from "./engraving.server.ts";

export interface Slope {
  points: { year: number; share: number; figure: string }[];
  look: "hill" | "line";
  name?: string;
}

const [ABOVE, HEIGHT, BELOW] = [1.9, 11.5, 1.9];
const HIGHEST = 80;
const LINES = 6;
const WEIGHTS = 4;

export function slopes(chart: string, years: readonly number[], unknown: string, all: Slope[]): Shape {
  const [first = 0, last = first] = [years.at(0), years.at(-1)];
  const xOf = (year: number) => ((year - first) / (last - first)) * 100;
  return {
    is: "svg",
    with: { className: "slopes", width: "100%", height: em(ABOVE + HEIGHT + BELOW) },
    in: [
      {
        is: "svg",
        with: { y: em(ABOVE), width: "100%", height: em(HEIGHT), viewBox: "0 0 100 100", preserveAspectRatio: "none" },
        in: all.flatMap((slope) => linesOf(chart, slope, xOf)),
      },
      line("base", 0, 100, ABOVE + HEIGHT),
      ...all.flatMap((slope) => markedPoints(slope, xOf)),
      ...years
        .filter((year) => !all.some(({ points }) => points.some((point) => point.year === year)))
        .map((year) => text("year", xOf(year), ABOVE + HEIGHT - 1.2, unknown)),
      ...years.map((year) => text("year", xOf(year), ABOVE + HEIGHT + 1.4, String(year))),
    ],
  };
}

function linesOf(chart: string, { points, look, name }: Slope, xOf: (year: number) => number): Shape[] {
  const d = `M${points.map(({ year, share }) => `${round(xOf(year))} ${round(100 - (share / HIGHEST) * 100)}`).join("L")}`;
  if (look === "line") return [{ is: "path", with: { className: "second", d } }];
  // Where its figures are below it, nothing else is.
  if (name) return [{ is: "path", with: { className: "crest", d } }];
  // Some charts have several slopes, and an id is the document's.
  return hillside(chart, `${chart}-${points.map(({ share }) => share).join("-")}`, d);
}

/** Lines below the crest `d`, closer and heavier towards it, in a box of 100 by 100. */
function hillside(chart: string, id: string, d: string): Shape[] {
  const line = (part: number): Shape => ({
    is: "use",
    with: { href: `#${id}`, transform: `matrix(1 0 0 ${round(part)} 0 ${round(100 - 100 * part)})` },
  });
  const slope = Array.from({ length: WEIGHTS }, (_, weight): Shape => {
    const parts = Array.from(
      { length: LINES },
      (_, place) => 1 - (1 - (weight * LINES + place + 1) / (WEIGHTS * LINES)) ** 1.6,
    );
    return { is: "g", with: { stroke: inkOf(chart, "hillside"), strokeWidth: round(0.6 + 0.2 * weight) }, in: parts.map(line) };
  });
  const crest: Shape = { is: "path", with: { id, className: "contour", d } };
  return [{ is: "defs", in: [crest] }, ...slope, { is: "use", with: { className: "crest", href: `#${id}` } }];
}

/** Of two slopes in one drawing, the hill has its figures below, and both have their names beside the first. */
function markedPoints({ points, look, name }: Slope, xOf: (year: number) => number): Shape[] {
  return points.flatMap(({ year, share, figure }, place) => {
    const [x, y] = [xOf(year), ABOVE + HEIGHT * (1 - share / HIGHEST)];
    const beside = look === "hill" && name ? y + 1.5 : y - 0.65;
    return [
      ...(look === "hill" && !name ? [line("post", x, x, y, ABOVE + HEIGHT)] : []),
      { is: "circle" as const, with: { className: `dot ${look}`, cx: percent(x), cy: em(y), r: ".26em" } },
      text("figure", x, beside, figure),
      ...(place === 0 && name ? [text("word", x, beside, name, "end")] : []),
    ];
  });
}

function text(look: string, x: number, y: number, said: string, anchor?: "end"): Shape {
  const textAnchor = anchor ?? (x === 0 ? "start" : x === 100 ? "end" : "middle");
  return {
    is: "text",
    with: { x: percent(x), y: em(y), textAnchor, ...(anchor ? { dx: "-2em" } : {}) },
    in: [{ is: "tspan", with: { className: `plate-${look}` }, in: said }],
  };
}

function line(look: string, x1: number, x2: number, y1: number, y2 = y1): Shape {
  return { is: "line", with: { className: look, x1: percent(x1), x2: percent(x2), y1: em(y1), y2: em(y2) } };
}

function em(lines: number): string {
  return `${round(lines)}em`;
}

const [GROWTH, REMOVED] = [13, 3.2];
const BAR_MAX = 2.4;

interface Growth {
  totals: number[];
  removed: number[];
  figure: string;
  from: string;
  to: string;
}

/** A number over time, and below it what was taken from it, in steps of one width. */
export function growth(chart: string, { totals, removed, figure, from, to }: Growth): Shape {
  const most = Math.max(1, ...totals);
  const mostRemoved = Math.max(0, ...removed);
  const step = 100 / Math.max(1, removed.length);
  const ground = ABOVE + GROWTH;
  const foot = ground + (mostRemoved > 0 ? REMOVED : 0);
  const d = `M${totals.map((total, place) => `${round(place * step)} ${round(100 - (total / most) * 100)}`).join("L")}`;
  const width = Math.min(BAR_MAX, step * 0.6);
  // Over all that is drawn below the figure.
  const highest = Math.max(...totals.slice(-Math.ceil(totals.length / 3)));
  const bars = removed.map((count, place): Shape => {
    // One among very many stays visible.
    const height = count > 0 ? Math.max(0.06, count / mostRemoved) * (REMOVED - 0.5) : 0;
    const x = percent((place + 0.5) * step - width / 2);
    return { is: "rect", with: { className: "removed", x, y: em(ground + 0.3), width: percent(width), height: em(height) } };
  });
  return {
    is: "svg",
    with: { className: "growth", width: "100%", height: em(foot + BELOW) },
    in: [
      {
        is: "svg",
        with: { y: em(ABOVE), width: "100%", height: em(GROWTH), viewBox: "0 0 100 100", preserveAspectRatio: "none" },
        in: hillside(chart, `${chart}-total`, d),
      },
      line("base", 0, 100, ground),
      ...bars.filter((_, place) => removed[place]),
      text("figure", 100, ABOVE + GROWTH * (1 - highest / most) - 0.65, figure),
      text("year", 0, foot + 1.4, from),
      ...(to === from ? [] : [text("year", 100, foot + 1.4, to)]),
    ],
  };
}
