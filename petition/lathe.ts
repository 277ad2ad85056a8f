export interface LatheRing {
  inner: number;
  outer: number;
  /** Scallops of the limits between which the line swings, and their depth. */
  lobes: number;
  depth: number;
  waves: number;
  /** A second swing, three times as fast, that ties knots. */
  knot: number;
  start: number;
}

type Point = [x: number, y: number];

export function lathe({ inner, outer, lobes, depth, waves, knot, start }: LatheRing): string {
  // Without a common divisor, each turn by a lobe gives another line.
  const swings = firstCoprime(waves, lobes);
  const at = (share: number): Point => {
    const angle = 2 * Math.PI * share;
    const scallop = Math.cos(lobes * angle);
    const top = outer - (depth * (1 - scallop)) / 2;
    const low = inner + depth * 0.2 * (1 + scallop);
    const swing = (Math.cos(swings * angle) + knot * Math.cos(3 * swings * angle)) / (1 + Math.abs(knot));
    const radius = (top + low + (top - low) * swing) / 2;
    const turned = angle + 2 * Math.PI * start;
    return [radius * Math.cos(turned), radius * Math.sin(turned)];
  };
  return closedCurve(at, Math.max(swings * (knot === 0 ? 4 : 6), lobes * 4));
}

/** After the first piece the curve goes on smoothly: each piece begins as the one before it ended. */
function closedCurve(at: (share: number) => Point, pieces: number): string {
  const step = 1 / pieces;
  let here = at(0).map(rounded) as Point;
  let path = `M${written(here)}`;
  for (let piece = 0; piece < pieces; piece += 1) {
    const [from, to] = [piece * step, (piece + 1) * step];
    const points = [...(piece === 0 ? [handle(at, from, step / 3)] : []), handle(at, to, -step / 3), at(to)];
    const moves = points.map(([x, y]): Point => [rounded(x - here[0]), rounded(y - here[1])]);
    const [x, y] = moves.at(-1) ?? [0, 0];
    const pieceOfPath = written(moves.flat());
    if (piece < 2) path += piece === 0 ? "c" : "s";
    else if (!pieceOfPath.startsWith("-")) path += " ";
    path += pieceOfPath;
    here = [rounded(here[0] + x), rounded(here[1] + y)];
  }
  return `${path}z`;
}

const BESIDE = 1e-4;

function handle(at: (share: number) => Point, share: number, reach: number): Point {
  const [x, y] = at(share);
  const [before, after] = [at(share - BESIDE), at(share + BESIDE)];
  const slope = (after[0] - before[0]) / (2 * BESIDE);
  return [x + reach * slope, y + (reach * (after[1] - before[1])) / (2 * BESIDE)];
}

function firstCoprime(number: number, other: number): number {
  return commonDivisor(number, other) === 1 ? number : firstCoprime(number + 1, other);
}

function commonDivisor(one: number, other: number): number {
  return other === 0 ? one : commonDivisor(other, one % other);
}

function rounded(length: number): number {
  return Math.round(length * 10) / 10;
}

function written(numbers: number[]): string {
  return numbers
    .map((number) => String(number === 0 ? 0 : number).replace(/^(-?)0\./, "$1."))
    .join(" ")
    .replaceAll(" -", "-");
}
