/** What stands in the log (docs/public-log.md, "Entries"): one entry for each signature counted or taken out, none with personal data. */
import { LINES_MAX } from "../paper.ts";

export const ADDED = ["confirmed", "restored", "released", "imported"] as const;
export type Added = (typeof ADDED)[number];

export const REMOVED = ["withdrawn", "deleted", "held", "lost"] as const;
export type Removed = (typeof REMOVED)[number];

export const PAPER = ["counted", "corrected", "withdrawn"] as const;
export type Paper = (typeof PAPER)[number];

export type LogEntry =
  | { kind: "added"; reason: Added; hour: string; commitment: string }
  | { kind: "removed"; reason: Removed; hour: string }
  | { kind: "paper"; reason: Paper; hour: string; batch: number; valid: number; invalid: number }
  | { kind: "text"; language: string; hash: string; hour: string };

/** UTF-8 JSON without blanks; the order of the keys is part of the format. */
export function writeEntry(entry: LogEntry): string {
  const { kind, hour } = entry;
  if (kind === "added") return JSON.stringify({ kind, reason: entry.reason, hour, commitment: entry.commitment });
  if (kind === "removed") return JSON.stringify({ kind, reason: entry.reason, hour });
  if (kind === "paper") {
    const { reason, batch, valid, invalid } = entry;
    return JSON.stringify({ kind, reason, hour, batch, valid, invalid });
  }
  return JSON.stringify({ kind, language: entry.language, hash: entry.hash, hour });
}

const HASH = /^[\da-f]{64}$/;
const LANGUAGE = /^[a-z]{2,3}$/;
const HOUR = /^\d{4}-\d{2}-\d{2}T\d{2}:00Z$/;

/** Null if {@link writeEntry} would not have written it in this way. */
export function readEntry(text: string): LogEntry | null {
  try {
    const entry = JSON.parse(text) as LogEntry;
    return isEntry(entry) && writeEntry(entry) === text ? entry : null;
  } catch {
    return null;
  }
}

function isEntry(entry: LogEntry): boolean {
  if (!matches(HOUR, entry.hour) || !isHour(entry.hour)) return false;
  if (entry.kind === "added") return ADDED.includes(entry.reason) && matches(HASH, entry.commitment);
  if (entry.kind === "removed") return REMOVED.includes(entry.reason);
  if (entry.kind === "paper") return PAPER.includes(entry.reason) && arePaper(entry);
  return entry.kind === "text" && matches(LANGUAGE, entry.language) && matches(HASH, entry.hash);
}

function arePaper({
  reason,
  batch,
  valid,
  invalid,
}: Record<"batch" | "valid" | "invalid", number> & { reason: Paper }): boolean {
  if (![batch, valid, invalid].every((number) => Number.isSafeInteger(number) && number >= 0) || batch === 0) return false;
  const lines = valid + invalid;
  return reason === "withdrawn" ? lines === 0 : lines > 0 && lines <= LINES_MAX;
}

/** A pattern alone would also match a list of one text. */
function matches(pattern: RegExp, value: unknown): boolean {
  return typeof value === "string" && pattern.test(value);
}

/** Some engines read a 31st of February as a day of March. */
function isHour(hour: string): boolean {
  const moment = new Date(hour);
  return !Number.isNaN(moment.getTime()) && hourOfEntry(moment) === hour;
}

export function hourOfEntry(moment: Date): string {
  return `${moment.toISOString().slice(0, 13)}:00Z`;
}

/** Of the number online. */
export function changeBy({ kind }: Pick<LogEntry, "kind">): -1 | 0 | 1 {
  if (kind === "added") return 1;
  return kind === "removed" ? -1 : 0;
}
