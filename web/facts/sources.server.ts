import type { MessageKey } from "../../messages/keys.ts";
import type { Translate, Values } from "../../messages/translate.ts";
import type { Fact } from "../../petition/evidence.ts";
import { addressOf, factOf, sourceOf } from "../../petition/facts.ts";
import type { Language } from "../../petition/language.ts";
import { dayIn } from "./values.server.ts";

export type TextOf = (key: MessageKey, more?: Values) => string;

export type Sources = ReturnType<typeof sourcesOf>;

export function sourcesOf(facts: readonly string[], language: Language, textOf: TextOf) {
  const ids = new Set(facts.map(factOf).flatMap(sourceIds));
  return {
    label: textOf("article.sourceLine.label", { count: ids.size }),
    links: [...ids].map((id) => {
      const { date, kind, seen } = sourceOf(id);
      const values = { kind: textOf(`article.kinds.${kind}`), seen: dayIn(language, seen.on) };
      return {
        title: textOf(`article.sources.${id}`),
        date: dayIn(language, date),
        ...addressOf(id, language),
        /** What kind of source it is, when it was seen last, and whether it was itself. */
        seen: textOf(`article.sourceLine.${seen.at}`, values),
      };
    }),
  };
}

function sourceIds(fact: Fact): string[] {
  return [fact.source, ...(fact.also ?? []), ...(fact.answeredBy ? [fact.answeredBy] : [])];
}

export type Linked = ReturnType<typeof linked>;

/** A sentence with one link in it. */
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
