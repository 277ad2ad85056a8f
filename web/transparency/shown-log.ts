/** The public log as its page shows it: everything that can be worked out on the server is. */
import type { TextVersion, Transparency } from "../../contract/transparency.ts";
import { localeOf } from "../../messages/translate.ts";
import { LANGUAGES, type Language } from "../../petition/language.ts";
import { type ChartDrawing, chartOf, type History, historyOf, type Period, type Reasons, together, total } from "./history.ts";
import { type Change, wordDifferences } from "./word-differences.ts";

interface NamedPeriod extends Period {
  name: string;
}

export interface ShownHistory {
  step: History["step"];
  chart: ChartDrawing;
  /** Names of the first and the last day. */
  from: string;
  to: string;
  /** The newest first; of those that have entries. */
  rows: NamedPeriod[];
  sums: Reasons;
}

export interface ShownLog extends Omit<Transparency, "days" | "texts"> {
  /** Null where nothing was ever counted. */
  history: ShownHistory | null;
  texts: TextsOf[];
}

export function shownLog({ days, texts, ...log }: Transparency, language: Language): ShownLog {
  const history = historyOf(days, log.publishedAt.slice(0, 10));
  return { ...log, history: shownHistory(history, language), texts: versionsOf(texts, language) };
}

function shownHistory({ step, periods }: History, language: Language): ShownHistory | null {
  const [first, last] = [periods[0], periods.at(-1)];
  if (!first || !last) return null;
  const day = new Intl.DateTimeFormat(localeOf(language), { dateStyle: "medium", timeZone: "UTC" });
  const month = new Intl.DateTimeFormat(localeOf(language), { month: "long", year: "numeric", timeZone: "UTC" });
  const nameOf = ({ from, to }: Period) => {
    if (step === "month") return month.format(new Date(from));
    return from === to ? day.format(new Date(from)) : day.formatRange(new Date(from), new Date(to));
  };
  return {
    step,
    chart: chartOf(periods),
    from: day.format(new Date(first.from)),
    to: day.format(new Date(last.to)),
    rows: periods
      .filter(({ added, removed }) => total(added) + total(removed) > 0)
      .map((period) => ({ ...period, name: nameOf(period) }))
      .reverse(),
    sums: together(periods),
  };
}

export interface Version extends Pick<TextVersion, "hash" | "hour" | "text"> {
  /** Since the one before; null for the first. */
  changes: Change[] | null;
}

export interface TextsOf {
  language: Language;
  /** The oldest first. */
  versions: Version[];
}

/** `own`: the reader's language stands first. */
function versionsOf(texts: readonly TextVersion[], own: Language): TextsOf[] {
  const others = LANGUAGES.filter((language) => language !== own);
  return [own, ...others]
    .map((language) => ({ language, versions: inTurn(texts.filter((one) => one.language === language)) }))
    .filter(({ versions }) => versions.length > 0);
}

function inTurn(texts: TextVersion[]): Version[] {
  return texts.map(({ hash, hour, text }, place) => {
    const before = texts[place - 1];
    return { hash, hour, text, changes: before ? wordDifferences(before.text, text) : null };
  });
}
