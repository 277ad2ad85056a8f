import { FACTS, type Value } from "../../petition/facts.ts";
import { SOURCES, seenSince } from "../../petition/sources.ts";
import type { HomeFigures, PublishedSource } from "./facts.ts";

const { cashUse, cashBesideOthers, accessToCash } = FACTS;
const VALUES = { ...cashUse.values, ...cashBesideOthers.values, ...accessToCash.values } satisfies Record<string, Value>;

/** The browser gets these few, and not all facts and sources. */
export const FIGURES: HomeFigures = {
  payments: { share: VALUES.cashShare.percent, source: sourceOf(cashUse.source) },
  choice: { share: VALUES.cashImportant.percent, source: sourceOf(cashUse.source) },
  access: { share: VALUES.hardAccess.percent, source: sourceOf(accessToCash.source) },
  values: VALUES,
  seenSince: seenSince([cashUse.source, accessToCash.source]),
};

function sourceOf(id: "ecbSpace" | "bundesbank"): PublishedSource {
  const { url, date, language } = SOURCES[id];
  return { id, url, published: date, language };
}
