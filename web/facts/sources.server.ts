import type { MessageKey } from "../../messages/keys.ts";
import type { Values } from "../../messages/translate.ts";
import type { Fact } from "../../petition/evidence.ts";
import { factOf } from "../../petition/facts.ts";
import type { Language } from "../../petition/language.ts";
import { addressOf, sourceOf } from "../../petition/sources.ts";
import type { Sources } from "./sources.ts";
import { dayIn } from "./values.server.ts";

export type TextOf = (key: MessageKey, more?: Values) => string;

export function sourcesOf(facts: readonly string[], language: Language, textOf: TextOf): Sources {
  const ids = new Set(facts.flatMap((id) => sourceIds(factOf(id))));
  return {
    label: textOf("article.sourceLine.label", { count: ids.size }),
    links: [...ids].map((id) => ({
      title: textOf(`article.sources.${id}`),
      date: dayIn(language, sourceOf(id).date),
      ...addressOf(id, language),
      seen: seenIn(id, language, textOf),
    })),
  };
}

function seenIn(id: string, language: Language, textOf: TextOf): string {
  const { kind, seenOn, seenAt } = sourceOf(id);
  return textOf(`article.sourceLine.${seenAt}`, { kind: textOf(`article.kinds.${kind}`), seen: dayIn(language, seenOn) });
}

function sourceIds(fact: Fact): string[] {
  return [fact.source, ...(fact.also ?? []), ...(fact.disputed ? [fact.answeredBy] : [])];
}
