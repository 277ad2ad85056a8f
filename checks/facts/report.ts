import { FACTS, type FactId } from "../../campaign/article/facts.ts";
import { SOURCES, type SourceId } from "../../campaign/article/sources.ts";
import { type Milliseconds, readDuration } from "../../petition/duration.ts";
import type { Fact, Value } from "../../petition/evidence.ts";
import { addressOf, daySeen, staleSources } from "../../petition/facts.ts";
import { CLAIMS } from "./claims.ts";

const DAY = readDuration("1d") as Milliseconds;
const HEAD = ["claim", "source", "kind", "published", "seen", "days", "at", "figures"];

/** A line for each claim and each of its sources; a sentence for each source that was not seen for longer than `maxAge`. */
export function factsReport(now: Date, maxAge: Milliseconds): { table: string; overdue: string[] } {
  const rows = (Object.entries(FACTS) as [FactId, Fact<SourceId>][]).flatMap(([id, fact]) =>
    sourcesOf(fact).map((source) => rowOf(id, fact, source, now)),
  );
  return { table: aligned([HEAD, ...rows]), overdue: staleSources(now, maxAge).map((id) => overdueSentence(id, now, maxAge)) };
}

/** Without one that stands for two things. */
export function sourcesOf(fact: Fact<SourceId>): SourceId[] {
  return [...new Set([fact.source, ...(fact.also ?? []), ...(fact.answeredBy ? [fact.answeredBy] : [])])];
}

function rowOf(id: FactId, { values }: Fact, source: SourceId, now: Date): string[] {
  const { kind, date, seen } = SOURCES[source];
  const day = daySeen(source);
  const figures = Object.entries(values).map(([name, value]) => `${name} ${figureOf(value)}`);
  const at = { original: "original", secondHand: "second-hand", unopened: "unopened" }[seen.at];
  return [
    CLAIMS[id],
    source,
    kind,
    date,
    day ?? "never",
    day === null ? "" : String(daysSince(day, now)),
    at,
    figures.join(", "),
  ];
}

function figureOf(value: Value): string {
  if (typeof value === "number") return String(value);
  if ("money" in value)
    return [value.money, value.to ?? []]
      .flat()
      .map((money) => (money < 1e9 ? `€${money / 1e6} million` : `€${money / 1e9} billion`))
      .join(" to ");
  if ("percent" in value) return `${value.percent} %`;
  if ("moment" in value) return value.moment;
  return "year" in value ? String(value.year) : value.day;
}

function overdueSentence(id: string, now: Date, maxAge: Milliseconds): string {
  const allowed = Math.round((maxAge / DAY) * 10) / 10;
  return `${id} was last seen ${daysSince(daySeen(id) ?? "", now)} days ago, and FACTS_MAX_AGE allows ${allowed}: open ${addressOf(id, "en").url} and write the day into campaign/article/sources.ts.`;
}

function daysSince(day: string, now: Date): number {
  return Math.floor((now.getTime() - Date.parse(day)) / DAY);
}

function aligned(rows: string[][]): string {
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
