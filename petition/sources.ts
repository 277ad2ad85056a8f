import { evidence } from "#campaign/evidence.ts";
import type { Milliseconds } from "./duration.ts";
import type { Evidence, Source } from "./evidence.ts";
import type { Language } from "./known-languages.ts";

const SOURCES = (evidence as Evidence | null)?.sources ?? {};

const SOURCE_IDS = Object.keys(SOURCES);

export function sourceOf(id: string): Source {
  const source = SOURCES[id];
  if (!source) throw new Error(`No source is called ${id}`);
  return source;
}

export function addressOf(id: string, language: Language): { url: string; language: Language } {
  const source = sourceOf(id);
  const url = source.url.replace("{language}", language).replace("{LANGUAGE}", language.toUpperCase());
  return { url, language: source.language ?? language };
}

export function seenSince(ids: readonly string[] = SOURCE_IDS): string {
  return (
    ids
      .map((id) => sourceOf(id).seenOn)
      .sort()
      .at(0) ?? ""
  );
}

export function lastSeen(): string {
  return (
    SOURCE_IDS.map((id) => sourceOf(id).seenOn)
      .sort()
      .at(-1) ?? ""
  );
}

export function unseenFor(id: string, now: Date): Milliseconds {
  return now.getTime() - Date.parse(sourceOf(id).seenOn);
}

export function staleSources(now: Date, maxAge: Milliseconds): string[] {
  return SOURCE_IDS.filter((id) => unseenFor(id, now) > maxAge);
}
