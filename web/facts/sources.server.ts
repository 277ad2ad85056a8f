import type { MessageKey } from "../../messages/keys.ts";
import type { Values } from "../../messages/translate.ts";
import { FACTS, type Fact, type FactId } from "../../petition/facts.ts";
import type { Language } from "../../petition/language.ts";
import { addressOf, SOURCES, type SourceId } from "../../petition/sources.ts";
import type { Sources } from "./sources.ts";
import { dayIn } from "./values.server.ts";

export type Said = (key: MessageKey, more?: Values) => string;

/** `said` knows the texts of the article: the names of all sources stand there. */
export function sourcesOf(facts: readonly FactId[], language: Language, said: Said): Sources {
  const ids = new Set<SourceId>(facts.flatMap((id) => sourceIds(FACTS[id])));
  return {
    label: said("article.sourceLine.label", { count: ids.size }),
    links: [...ids].map((id) => ({
      title: said(`article.sources.${id}`),
      date: dayIn(language, SOURCES[id].date),
      ...addressOf(id, language),
      seen: seenIn(id, language, said),
    })),
  };
}

function seenIn(id: SourceId, language: Language, said: Said): string {
  const { kind, seenOn, seenAt } = SOURCES[id];
  return said(`article.sourceLine.${seenAt}`, { kind: said(`article.kinds.${kind}`), seen: dayIn(language, seenOn) });
}

function sourceIds(fact: Fact): SourceId[] {
  return [fact.source, ...(fact.also ?? []), ...(fact.disputed ? [fact.ecbAnswers] : [])];
}
