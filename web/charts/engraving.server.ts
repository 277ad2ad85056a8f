/** Shades by lines alone. Bars have no viewBox, so that lines keep their weight at every width. */
import type { Shape } from "./chart.tsx";

export const BAR = 28;

/** The weights of a bar's lines from edge to edge, and the paper between them. */
const ROD = [0.7, 0.9, 1.2, 1.6, 2.2, 2.8, 2.2, 1.6, 1.2, 0.9, 0.7];
const PAPER = (BAR - ROD.reduce((sum, weight) => sum + weight, 0)) / (ROD.length - 1);

type Ink = "iris" | "hillside" | "paper" | "hatch" | "coin" | "outline";

export function inkOf(chart: string, ink: Ink): string {
  return `url(#${chart}-${ink})`;
}

/** The fills of a chart's drawings. Their ids are unique in the page by the chart's name. */
export function inksOf(chart: string): Shape {
  const tile = (ink: Ink, width: number, height: number, inside: Shape[], more = {}): Shape => ({
    is: "pattern",
    with: { id: `${chart}-${ink}`, width, height, patternUnits: "userSpaceOnUse", ...more },
    in: inside,
  });
  const iris = (ink: Ink, across: Record<string, string | number>): Shape => ({
    is: "linearGradient",
    with: { id: `${chart}-${ink}`, ...across },
    in: ["from", "through", "to"].map((name, place) => ({
      is: "stop",
      with: { className: `iris-${name}`, offset: `${2 + 48 * place}%` },
    })),
  });
  return {
    is: "svg",
    with: { className: "inks", width: 0, height: 0, "aria-hidden": "true" },
    in: [
      iris("iris", { x2: 1, y2: 0.18 }),
      iris("hillside", { gradientUnits: "userSpaceOnUse", x2: 100, y2: 18 }),
      tile("paper", 8, BAR, gapsOfRod()),
      tile("hatch", 6, 6, [{ is: "path", with: { className: "hatching", d: "M-1 1l2-2M0 6l6-6M5 7l2-2" } }]),
      tile("coin", 10, 10, [
        { is: "circle", with: { className: "coin-face", cx: 5, cy: 5, r: 4.1 } },
        { is: "circle", with: { className: "coin-reeding", cx: 5, cy: 5, r: 3.3 } },
      ]),
      tile("outline", 10, 10, [{ is: "circle", with: { className: "coin-outline", cx: 5, cy: 5, r: 4.1 } }]),
    ],
  };
}

function gapsOfRod(): Shape[] {
  let y = 0;
  return ROD.slice(0, -1).map((weight) => {
    const gap: Shape = { is: "rect", with: { className: "paper", y: round(y + weight), width: 8, height: round(PAPER) } };
    y += weight + PAPER;
    return gap;
  });
}

export function bar(inside: Shape[]): Shape {
  return { is: "svg", with: { className: "bar", width: "100%", height: BAR }, in: inside };
}

/** A measured bar, closed by an edge; `from` and `to` in percent. */
export function engraved(chart: string, from: number, to: number): Shape[] {
  const edge: Shape = { is: "line", with: { className: "edge", x1: percent(to), x2: percent(to), y1: 0, y2: BAR } };
  return [unclosed(chart, from, to), edge];
}

/** A bar whose end is not known. Its colours run over the whole width, of which it is a window. */
export function unclosed(chart: string, from: number, to: number): Shape {
  const scale = 100 / Math.max(to - from, 0.01);
  const whole = { x: percent(-from * scale), width: percent(100 * scale), height: BAR };
  return {
    is: "svg",
    with: { className: "rod", x: percent(from), width: percent(to - from), height: BAR },
    in: [
      { is: "rect", with: { ...whole, fill: inkOf(chart, "iris") } },
      { is: "rect", with: { ...whole, fill: inkOf(chart, "paper") } },
    ],
  };
}

export function hatched(chart: string, from: number, to: number): Shape {
  const place = { x: percent(from), width: percent(to - from), y: 0.75, height: BAR - 1.5 };
  return { is: "rect", with: { ...place, className: "hatched", fill: inkOf(chart, "hatch") } };
}

export function thread(from: number, to: number): Shape {
  return { is: "line", with: { className: "thread-line", x1: percent(from), x2: percent(to), y1: BAR / 2, y2: BAR / 2 } };
}

export function measure(at: number): Shape {
  return { is: "line", with: { className: "measure", x1: percent(at), x2: percent(at), y1: -5, y2: BAR + 5 } };
}

export function coins(chart: string, filled: number): Shape {
  const [columns, rest] = [Math.floor(filled / 5), filled % 5];
  return {
    is: "svg",
    with: { className: "coins", viewBox: "0 0 200 50" },
    in: [
      { is: "rect", with: { width: 200, height: 50, fill: inkOf(chart, "outline") } },
      {
        is: "path",
        with: { d: `M0 0h${columns * 10 + (rest && 10)}v${rest * 10}h${rest && -10}V50H0z`, fill: inkOf(chart, "coin") },
      },
    ],
  };
}

export function percent(share: number): string {
  return `${round(share)}%`;
}

export function round(length: number): number {
  return Math.round(length * 100) / 100;
}
