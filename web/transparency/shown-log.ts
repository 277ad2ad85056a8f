/** The public log as its page shows it, worked out on the server. */
import type { TextVersion, Transparency } from "../../contract/transparency.ts";
import { localeOf } from "../../messages/translate.ts";
import { LANGUAGES, type Language } from "../../petition/language.ts";
import { countIn } from "../charts/amounts.server.ts";
import { inksOf } from "../charts/engraving.server.ts";
import { growth } from "../charts/slope.server.ts";
import { type History, historyOf, type Period, together, total } from "./history.ts";
import { wordDifferences } from "./word-differences.ts";

export type ShownLog = ReturnType<typeof shownLog>;
export type ShownHistory = NonNullable<ShownLog["history"]>;
export type TextsOf = ShownLog["texts"][number];
export type Version = TextsOf["versions"][number];

export function shownLog({ days, texts, ...log }: Transparency, language: Language) {
  const history = historyOf(days, log.publishedAt.slice(0, 10));
  return { ...log, history: shownHistory(history, language), texts: versionsOf(texts, language) };
}

function shownHistory({ step, periods }: History, language: Language) {
  const [first, last] = [periods[0], periods.at(-1)];
  if (!first || !last) return null;
  const day = new Intl.DateTimeFormat(localeOf(language), { dateStyle: "medium", timeZone: "UTC" });
  const month = new Intl.DateTimeFormat(localeOf(language), { month: "long", year: "numeric", timeZone: "UTC" });
  const nameOf = ({ from, to }: Period) => {
    if (step === "month") return month.format(new Date(from));
    return from === to ? day.format(new Date(from)) : day.formatRange(new Date(from), new Date(to));
  };
  const named = { from: day.format(new Date(first.from)), to: day.format(new Date(last.to)) };
  const removed = periods.map((period) => total(period.removed));
  const totals = [first.count - total(first.added) + total(first.removed), ...periods.map(({ count }) => count)];
  return {
    step,
    ...named,
    mostRemoved: Math.max(...removed),
    inks: inksOf("history"),
    drawing: growth("history", { totals, removed, figure: countIn(language, last.count), ...named }),
    rows: periods
      .filter(({ added, removed }) => total(added) + total(removed) > 0)
      .map((period) => ({ ...period, name: nameOf(period) }))
      .reverse(),
    sums: together(periods),
  };
}

/** `own`: the reader's language comes first; of each language, the oldest version. */
function versionsOf(texts: readonly TextVersion[], own: Language) {
  const others = LANGUAGES.filter((language) => language !== own);
  return [own, ...others]
    .map((language) => ({ language, versions: inTurn(texts.filter((one) => one.language === language)) }))
    .filter(({ versions }) => versions.length > 0);
}

function inTurn(texts: TextVersion[]) {
  return texts.map(({ hash, hour, text }, place) => {
    const before = texts[place - 1];
    return { hash, hour, text, changes: before ? wordDifferences(before.text, text) : null };
  });
}
