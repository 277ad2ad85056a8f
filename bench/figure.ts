/** What a chapter answers: a row of the table. */
import type { Latency } from "./latency.ts";

export interface Figure {
  what: string;
  /** By the clock on the wall. */
  perSecond?: number;
  /** Of processor time that our processes used: what one core of their own would carry. */
  perCoreSecond?: number;
  /** Milliseconds of our processor time for each. */
  each?: number;
  latency?: Latency;
  /** Any other number; `what` says its unit. */
  amount?: number;
  /** More numbers, by the headings of their columns. */
  besides?: Record<string, number>;
  /** The figure of the same chapter that this one is set against, by its own `what`. */
  against?: string;
  /** The ratio is that of what is done in a second, where processor time does not tell it. */
  byTheWall?: boolean;
  /** Where it is against something else. */
  ratio?: number;
  goal?: Goal;
}

export interface Goal {
  of: "perSecond" | "each" | "amount" | "ratio" | "p95";
  least?: number;
  most?: number;
}

export interface Chapter {
  title: string;
  figures: Figure[];
}

/** By processor time where both have it, else by the wall. NaN where the chapter lacks the baseline. */
export function ratioOf(figure: Figure, { figures }: Chapter): number | undefined {
  if (figure.ratio !== undefined) return figure.ratio;
  if (figure.against === undefined) return undefined;
  const base = figures.find(({ what }) => what === figure.against);
  if (!figure.byTheWall && figure.perCoreSecond !== undefined && base?.perCoreSecond !== undefined)
    return figure.perCoreSecond / base.perCoreSecond;
  return (figure.perSecond ?? Number.NaN) / (base?.perSecond ?? Number.NaN);
}

/** Null without a goal. */
export function isMet(figure: Figure, chapter: Chapter): boolean | null {
  if (!figure.goal) return null;
  const { of, least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } = figure.goal;
  const value = of === "ratio" ? ratioOf(figure, chapter) : of === "p95" ? figure.latency?.p95 : figure[of];
  return value !== undefined && value >= least && value <= most;
}

const HEADINGS = ["what", "per second", "per core second", "ms each", "p50, ms", "p95, ms", "p99, ms", "amount"];

/** A table of Markdown; columns that no figure fills are left out. */
export function tableOf(chapter: Chapter): string {
  const besides = [...new Set(chapter.figures.flatMap((figure) => Object.keys(figure.besides ?? {})))];
  const headings = [...HEADINGS, ...besides, "ratio", "goal"];
  const rows = chapter.figures.map((figure) => cellsOf(figure, besides, chapter));
  const isFilled = (column: number) => rows.some((cells) => cells[column] !== "");
  const lineOf = (cells: string[]) => `| ${cells.filter((_, column) => isFilled(column)).join(" | ")} |`;
  const line = lineOf(headings.map((_, column) => (column === 0 ? "---" : "---:")));
  return [lineOf(headings), line, ...rows.map(lineOf)].join("\n");
}

function cellsOf(figure: Figure, besides: string[], chapter: Chapter): string[] {
  const { what, perSecond, perCoreSecond, each, latency, amount } = figure;
  const numbers = [perSecond, perCoreSecond, each, latency?.p50, latency?.p95, latency?.p99, amount];
  const others = besides.map((heading) => figure.besides?.[heading]);
  const isBaseline = chapter.figures.some(({ against }) => against === what);
  const ratio = isBaseline ? "baseline" : written(ratioOf(figure, chapter));
  return [what, ...[...numbers, ...others].map(written), ratio, goalOf(figure, chapter)];
}

function goalOf(figure: Figure, chapter: Chapter): string {
  if (!figure.goal) return "";
  const { least, most } = figure.goal;
  const asked = least === undefined ? `≤ ${written(most)}` : `≥ ${written(least)}`;
  return `${asked} ${isMet(figure, chapter) ? "met" : "**missed**"}`;
}

/** Three digits that mean something. */
function written(number: number | undefined): string {
  if (number === undefined) return "";
  return number.toLocaleString("en", number >= 100 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 });
}
