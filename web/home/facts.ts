import { FACTS, type Value } from "../../petition/facts.ts";
import type { Language } from "../../petition/language.ts";
import { SOURCES, seenSince } from "../../petition/sources.ts";
import type { Format } from "../translation.tsx";

export interface PublishedSource {
  id: "ecbSpace" | "bundesbank";
  url: string;
  published: string;
  language: Language;
}

const { cashUse, cashBesideOthers, accessToCash } = FACTS;
const VALUES = { ...cashUse.values, ...cashBesideOthers.values, ...accessToCash.values } satisfies Record<string, Value>;

/** A numeral, what is said of it in the texts by the same names, and where it comes from. */
export const FIGURES = {
  payments: { share: VALUES.cashShare.percent, source: sourceOf(cashUse.source) },
  choice: { share: VALUES.cashImportant.percent, source: sourceOf(cashUse.source) },
  access: { share: VALUES.hardAccess.percent, source: sourceOf(accessToCash.source) },
};

export const FIGURES_SEEN_SINCE = seenSince([cashUse.source, accessToCash.source]);

export function valuesIn(format: Format): Record<string, string> {
  return Object.fromEntries(
    Object.entries(VALUES).map(([name, value]) => [
      name,
      "percent" in value ? format.percent(value.percent) : String(value.year),
    ]),
  );
}

function sourceOf(id: "ecbSpace" | "bundesbank"): PublishedSource {
  const { url, date, language } = SOURCES[id];
  return { id, url, published: date, language };
}
