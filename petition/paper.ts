/** Signatures on paper, in batches: each is counted twice, and only if both counts agree it counts. */
import { type CalendarDay, startOfDay } from "./calendar.ts";
import { MINUTE, type Milliseconds } from "./duration.ts";

export const INVALID_REASONS = ["double", "unreadable", "unsigned", "other"] as const;
type InvalidReason = (typeof INVALID_REASONS)[number];

/** `counting`: one of two counts is in; `disagreed`: two are, and both have to be entered again. */
export const PAPER_STATES = ["counting", "disagreed", "counted", "withdrawn"] as const;
export type PaperState = (typeof PAPER_STATES)[number];

/** Of a batch, valid and invalid together: a thousand sheets. */
export const LINES_MAX = 10_000;
/** In code points. */
export const DELIVERER_LENGTH_MAX = 100;
export const REASON_LENGTH_MAX = 200;

/** While there is one key alone, whoever has it counts again after so long. */
export const PAUSE_BETWEEN_COUNTS: Milliseconds = 10 * MINUTE;

export interface Figures {
  valid: number;
  invalid: Record<InvalidReason, number>;
}

/** `reason`: of a correction, for the audit log; otherwise empty. */
export interface PaperCount extends Figures {
  by: string;
  at: Date;
  isWithdrawn: boolean;
  reason: string;
}

/** `figures`: what counts, null before two counts have agreed. `open`: counts that have decided nothing yet, two at most. */
export interface Batch {
  figures: Figures | null;
  isWithdrawn: boolean;
  open: PaperCount[];
}

export type CountPurpose = "count" | "correction";

type Refusal =
  | { outcome: "refused"; code: "same-key" | "not-open" | "not-counted" }
  | { outcome: "refused"; code: "too-early"; from: Date };

/** `counts`: all that are open now; of a decision the two that made it. */
export type CountOutcome =
  | Refusal
  | { outcome: "waiting" | "disagreed" | "counted" | "corrected" | "withdrawn"; counts: PaperCount[] };

export function stateOf({ figures, isWithdrawn, open }: Batch): PaperState {
  if (isWithdrawn) return "withdrawn";
  if (figures) return "counted";
  return open.length > 1 ? "disagreed" : "counting";
}

/** What becomes of a batch with one more count. `isOnlyKey`: nobody else could enter the second one. */
export function enterCount(batch: Batch, count: PaperCount, purpose: CountPurpose, isOnlyKey: boolean): CountOutcome {
  if (batch.isWithdrawn || (purpose === "count" && batch.figures)) return { outcome: "refused", code: "not-open" };
  if (purpose === "correction" && !batch.figures) return { outcome: "refused", code: "not-counted" };
  const [first, second] = batch.open;
  if (!first || second) return { outcome: "waiting", counts: [count] };
  if (first.by === count.by && !isOnlyKey) return { outcome: "refused", code: "same-key" };
  const from = secondFrom(first);
  if (first.by === count.by && count.at < from) return { outcome: "refused", code: "too-early", from };
  const isSame = first.isWithdrawn === count.isWithdrawn && haveSameFigures(first, count);
  const decision = count.isWithdrawn ? "withdrawn" : purpose === "count" ? "counted" : "corrected";
  return { outcome: isSame ? decision : "disagreed", counts: [first, count] };
}

/** From when on the key of the first count may enter the second. */
export function secondFrom({ at }: Pick<PaperCount, "at">): Date {
  return new Date(at.getTime() + PAUSE_BETWEEN_COUNTS);
}

export function haveSameFigures(one: Figures, other: Figures): boolean {
  return one.valid === other.valid && INVALID_REASONS.every((reason) => one.invalid[reason] === other.invalid[reason]);
}

export function invalidOf({ invalid }: Pick<Figures, "invalid">): number {
  return INVALID_REASONS.reduce((sum, reason) => sum + invalid[reason], 0);
}

type FiguresField = "valid" | `invalid.${InvalidReason}`;
type FiguresFault = { field: FiguresField; code: "no-number" | "no-line" | "too-many" | "not-zero" };

/** Null where figures can be meant. What is withdrawn has none. */
export function faultOfFigures({ valid, invalid }: Figures, isWithdrawn: boolean): FiguresFault | null {
  if (!isLineCount(valid)) return { field: "valid", code: "no-number" };
  const wrong = INVALID_REASONS.find((reason) => !isLineCount(invalid[reason]));
  if (wrong) return { field: `invalid.${wrong}`, code: "no-number" };
  const sum = valid + invalidOf({ invalid });
  if (isWithdrawn) return sum === 0 ? null : { field: "valid", code: "not-zero" };
  if (sum === 0) return { field: "valid", code: "no-line" };
  return sum > LINES_MAX ? { field: "valid", code: "too-many" } : null;
}

function isLineCount(number: number): boolean {
  return Number.isSafeInteger(number) && number >= 0;
}

type ReceiptFault = "day-unknown" | "day-to-come" | "day-too-early";

/** `began`: the day of the site's first start, before which there were no sheets; null where nobody knows. */
export function faultOfReceipt(day: CalendarDay, today: CalendarDay, began: CalendarDay | null): ReceiptFault | null {
  if (startOfDay(day) === null) return "day-unknown";
  if (day > today) return "day-to-come";
  return began !== null && day < began ? "day-too-early" : null;
}

/** Whether two batches of a day may be one that was entered twice. Nobody learns by it what another has counted. */
export function mayBeSame(known: Batch & { deliveredBy: string | null }, entered: Figures & { deliveredBy: string }): boolean {
  if (folded(known.deliveredBy ?? "") !== folded(entered.deliveredBy)) return false;
  return known.figures === null || haveSameFigures(known.figures, entered);
}

function folded(name: string): string {
  return name.normalize("NFC").replace(/\s+/g, " ").trim().toLowerCase();
}
