import type { LogDay, TextVersion, Transparency } from "../../contract/transparency.ts";
import { dateIn, datesIn } from "../../messages/translate.ts";
import { LANGUAGES, type Language } from "../../petition/language.ts";
import { ADDED, type Added, REMOVED, type Removed } from "../../petition/transparency/entry.ts";
import { countIn } from "../charts/amounts.server.ts";
import { inksOf } from "../charts/engraving.server.ts";
import { growth } from "../charts/slope.server.ts";
import { wordDifferences } from "./word-differences.ts";

export type ShownLog = ReturnType<typeof shownLog>;
export type ShownHistory = NonNullable<ShownLog["history"]>;
export type TextsOf = ShownLog["texts"][number];
export type Version = TextsOf["versions"][number];

export function shownLog({ days, texts, ...log }: Transparency, language: Language) {
  const history = historyOf(days, log.publishedAt.slice(0, 10));
  const count = log.added - log.removed;
  return { ...log, count, history: shownHistory(history, language), texts: versionsOf(texts, language) };
}

function shownHistory({ step, periods }: ReturnType<typeof historyOf>, language: Language) {
  const [first, last] = [periods[0], periods.at(-1)];
  if (!first || !last) return null;
  const day = { dateStyle: "medium", timeZone: "UTC" } as const;
  const nameOf = ({ from, to }: Period) => {
    if (step === "month") return dateIn(language, from, { month: "long", year: "numeric", timeZone: "UTC" });
    return from === to ? dateIn(language, from, day) : datesIn(language, from, to, day);
  };
  const named = { from: dateIn(language, first.from, day), to: dateIn(language, last.to, day) };
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

type Reasons = Pick<LogDay, "added" | "removed">;

/** `from` and `to`: days in UTC, both within. */
type Period = Omit<LogDay, "day"> & { from: string; to: string };

const PERIODS_MAX = 92;

/** The oldest first, without a gap, from the first day with an entry to `until`. Whole weeks begin on Mondays; at both ends a period may be shorter. */
export function historyOf(days: readonly LogDay[], until: string): { step: "day" | "week" | "month"; periods: Period[] } {
  const [first] = days;
  if (!first) return { step: "day", periods: [] };
  const all = withoutGaps(days, first.day, until);
  const step = all.length <= PERIODS_MAX ? "day" : all.length <= 7 * PERIODS_MAX ? "week" : "month";
  const periods: Period[] = [];
  for (const { day, ...counted } of all) {
    const last = periods.at(-1);
    if (!last || startOf(step, last.from) !== startOf(step, day)) periods.push({ from: day, to: day, ...counted });
    else Object.assign(last, { to: day, count: counted.count, ...together([last, counted]) });
  }
  return { step, periods };
}

export function together(parts: readonly Reasons[]): Reasons {
  const sum = <Reason extends string>(reasons: readonly Reason[], of: (part: Reasons) => Partial<Record<Reason, number>>) =>
    Object.fromEntries(
      reasons.map((reason) => [reason, parts.reduce((all, part) => all + (of(part)[reason] ?? 0), 0)]).filter(([, all]) => all),
    ) as Partial<Record<Reason, number>>;
  return { added: sum<Added>(ADDED, (part) => part.added), removed: sum<Removed>(REMOVED, (part) => part.removed) };
}

export function total(reasons: Partial<Record<string, number>>): number {
  return Object.values(reasons).reduce<number>((sum, one) => sum + (one ?? 0), 0);
}

function withoutGaps(days: readonly LogDay[], first: string, until: string): LogDay[] {
  const known = new Map(days.map((day) => [day.day, day]));
  const last = [until, days.at(-1)?.day ?? first].sort().at(-1) ?? first;
  const all: LogDay[] = [];
  for (let day = first; day <= last; day = daysAfter(day, 1))
    all.push(known.get(day) ?? { day, added: {}, removed: {}, count: all.at(-1)?.count ?? 0 });
  return all;
}

function startOf(step: string, day: string): string {
  if (step === "day") return day;
  if (step === "month") return day.slice(0, 7);
  return daysAfter(day, -((new Date(day).getUTCDay() + 6) % 7));
}

function daysAfter(day: string, days: number): string {
  const moment = new Date(day);
  moment.setUTCDate(moment.getUTCDate() + days);
  return moment.toISOString().slice(0, 10);
}
