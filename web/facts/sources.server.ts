import type { MessageKey } from "../../messages/keys.ts";
import type { Translate, Values } from "../../messages/translate.ts";
import type { Fact } from "../../petition/evidence.ts";
import { addressOf, factOf, sourceOf } from "../../petition/facts.ts";
import type { Language } from "../../petition/language.ts";
import { dayIn } from "./values.server.ts";

export type TextOf = (key: MessageKey, more?: Values) => string;

export type Sources = ReturnType<typeof sourcesOf>;

/** With the year of each, for beside a text. `understood`: a source that is said once for all; it is named only where no other is. */
export function sourcesOf(facts: readonly string[], language: Language, textOf: TextOf, understood?: string) {
  const all = idsOf(facts);
  const ids = all.filter((id) => id !== understood);
  return listOf(ids.length > 0 ? ids : all, language, textOf, (id) => ({
    published: sourceOf(id).date.slice(0, 4),
    seen: null,
  }));
}

/** In full: with the day, the kind, when each was seen last, and whether it was itself. */
export function referencesOf(facts: readonly string[], language: Language, textOf: TextOf) {
  return listOf(idsOf(facts), language, textOf, (id) => {
    const { date, kind, seen } = sourceOf(id);
    const values = { kind: textOf(`article.kinds.${kind}`), seen: "on" in seen ? dayIn(language, seen.on) : "" };
    return { published: dayIn(language, date), seen: textOf(`article.sourceLine.${seen.at}`, values) };
  });
}

interface Details {
  published: string;
  seen: string | null;
}

function listOf(ids: string[], language: Language, textOf: TextOf, detailsOf: (id: string) => Details) {
  return {
    label: textOf("article.sourceLine.label", { count: ids.length }),
    links: ids.map((id) => ({ title: textOf(`article.sources.${id}`), ...addressOf(id, language), ...detailsOf(id) })),
  };
}

function idsOf(facts: readonly string[]): string[] {
  return [...new Set(facts.map(factOf).flatMap(sourceIds))];
}

function sourceIds(fact: Fact): string[] {
  return [fact.source, ...(fact.also ?? []), ...(fact.answeredBy ? [fact.answeredBy] : [])];
}

export type Linked = ReturnType<typeof linked>;

export function linked(t: Translate, key: MessageKey, values: Values = {}) {
  const rich = t.rich<{ link: string }>(key, { ...values, a: (parts) => ({ link: parts.join("") }) });
  const parts = Array.isArray(rich) ? rich : [rich];
  const place = parts.findIndex((part) => typeof part !== "string");
  const link = parts[place];
  return {
    before: parts.slice(0, place).join(""),
    link: typeof link === "object" ? link.link : "",
    after: parts.slice(place + 1).join(""),
  };
}

/** A figure of the home page: a share, `home.figures.<says>` beside it, and `home.figures.<source>` as the name of where it is from. */
export interface FigurePlan {
  fact: string;
  value: string;
  says: string;
  source: string;
}
