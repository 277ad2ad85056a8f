import type { MessageKey } from "../../messages/keys.ts";
import type { Values } from "../../messages/translate.ts";
import type { Fact } from "../../petition/evidence.ts";
import { factOf } from "../../petition/facts.ts";
import type { Language } from "../../petition/language.ts";
import { addressOf, sourceOf } from "../../petition/sources.ts";
import type { Sources } from "./sources.ts";
import { dayIn } from "./values.server.ts";

export type Said = (key: MessageKey, more?: Values) => string;

/** `said` knows the texts of the article: the names of all sources stand there. */
export function sourcesOf(facts: readonly string[], language: Language, said: Said): Sources {
  const ids = new Set(facts.flatMap((id) => sourceIds(factOf(id))));
  return {
    label: said("article.sourceLine.label", { count: ids.size }),
    links: [...ids].map((id) => ({
      title: said(`article.sources.${id}`),
      date: dayIn(language, sourceOf(id).date),
      ...addressOf(id, language),
      seen: seenIn(id, language, said),
    })),
  };
}

function seenIn(id: string, language: Language, said: Said): string {
  const { kind, seenOn, seenAt } = sourceOf(id);
  return said(`article.sourceLine.${seenAt}`, { kind: said(`article.kinds.${kind}`), seen: dayIn(language, seenOn) });
}

function sourceIds(fact: Fact): string[] {
  return [fact.source, ...(fact.also ?? []), ...(fact.disputed ? [fact.answeredBy] : [])];
}
