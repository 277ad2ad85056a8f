/** The drawing behind the number grows with it: complete at the goal, with another ring around it at twice the goal. */
import { type LatheRing, lathe } from "./lathe.ts";

const COMMON = { knot: 0, start: 0 };
const ROSE = { ...COMMON, inner: 32, outer: 84, lobes: 32, depth: 8, waves: 7, knot: 0.2, from: 0, to: 40 };
const HEM = { ...COMMON, inner: 82, outer: 99, lobes: 48, depth: 5, waves: 11, from: 30, to: 100 };
const HEART = { ...COMMON, inner: 10, outer: 42, lobes: 24, depth: 7, waves: 5, from: 40, to: 100 };
const NEXT = { ...COMMON, inner: 101, outer: 124, lobes: 60, depth: 6, waves: 11, knot: 0.2, from: 100, to: 160 };
const PLATES = [ROSE, HEM, HEART, NEXT];

const LINES = PLATES.flatMap((plate, number) =>
  Array.from({ length: plate.lobes }, (_, line) => ({
    plate: number,
    turn: turnOf(line, plate),
    due: plate.from + ((line + 0.5) / plate.lobes) * (plate.to - plate.from),
  })),
).sort((one, other) => one.due - other.due);

export const LAST_STEP = LINES.length;

export const COMPLETE_STEP = ROSE.lobes + HEM.lobes + HEART.lobes;

/** The share of the goal counts by its square root: the first signatures each add a line. */
export function engravingStep(count: number, target: number): number {
  return linesFor(count, target, COMPLETE_STEP) + linesFor(count - target, target, LAST_STEP - COMPLETE_STEP);
}

function linesFor(part: number, whole: number, lines: number): number {
  if (part <= 0) return 0;
  return Math.max(1, Math.floor(lines * Math.sqrt(Math.min(part / whole, 1))));
}

export function drawEngraving(step: number): string {
  const lines = LINES.slice(0, step);
  const drawn = PLATES.map((plate, number) => {
    const [first, ...others] = lines.filter((line) => line.plate === number);
    if (!first) return "";
    const turned = others.map(({ turn }) => `<use href="#p${number}" transform="rotate(${turn})"/>`);
    return `<path id="p${number}" d="${lathe(plate)}"/>${turned.join("")}`;
  });
  const box = `${-HALF} ${-HALF} ${2 * HALF} ${2 * HALF}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" fill="none" stroke="#fff" stroke-width=".2"><circle r="99.5"/>${drawn.join("")}</svg>`;
}

const HALF = 126;

/** In degrees. Each line is beside the one before it. */
function turnOf(line: number, { lobes, waves }: LatheRing): number {
  const stride = Array.from({ length: lobes }, (_, turns) => turns).find((turns) => (turns * waves) % lobes === 1) ?? 1;
  return Math.round((3600 * ((line * stride) % lobes)) / lobes) / 10;
}
