import { evidence } from "#campaign/evidence.ts";
import type { Milliseconds } from "./duration.ts";
import type { Evidence, Fact, Source } from "./evidence.ts";
import type { Language } from "./known-languages.ts";

const OURS: Evidence = (evidence as Evidence | null) ?? { facts: {}, sources: {}, words: {} };
const { sources } = OURS;
const SOURCE_IDS = Object.keys(sources);

export const { facts: FACTS, words: FACT_WORDS } = OURS;

export function factOf(id: string): Fact {
  const fact = FACTS[id];
  if (!fact) throw new Error(`No fact is called ${id}`);
  return fact;
}

export function factsOf(ids: readonly string[]): Record<string, Fact> {
  return Object.fromEntries(ids.map((id) => [id, factOf(id)]));
}

export function sourceOf(id: string): Source {
  const source = sources[id];
  if (!source) throw new Error(`No source is called ${id}`);
  return source;
}

export function addressOf(id: string, language: Language): { url: string; language: Language } {
  const source = sourceOf(id);
  const url = source.url.replace("{language}", language).replace("{LANGUAGE}", language.toUpperCase());
  return { url, language: source.language ?? language };
}

export function seenSince(ids: readonly string[] = SOURCE_IDS): string {
  return daysSeen(ids)[0] ?? "";
}

export function lastSeen(): string {
  return daysSeen(SOURCE_IDS).at(-1) ?? "";
}

function daysSeen(ids: readonly string[]): string[] {
  return ids.flatMap((id) => daySeen(id) ?? []).sort();
}

/** Null if nobody has opened it yet. */
export function daySeen(id: string): string | null {
  const { seen } = sourceOf(id);
  return "on" in seen ? seen.on : null;
}

/** What was seen for longer than `maxAge`; what nobody has opened yet is listed in docs/facts-to-open.md. */
export function staleSources(now: Date, maxAge: Milliseconds): string[] {
  return SOURCE_IDS.filter((id) => now.getTime() - Date.parse(daySeen(id) ?? "") > maxAge);
}
