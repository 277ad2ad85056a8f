import { FACTS } from "../../petition/facts.ts";
import type { Language } from "../../petition/language.ts";
import { SOURCES } from "../../petition/sources.ts";

interface Share {
  share: number;
  year: number;
}

export interface Figure extends Share {
  before: Share;
  earlier?: Share;
  source: PublishedSource;
}

export interface PublishedSource {
  id: "ecbSpace" | "bundesbank";
  url: string;
  published: string;
  language: Language;
}

const { cashUse, accessToCash } = FACTS;

export const FIGURES = {
  /** Payments at the point of sale in the euro area that are made in cash, by number. */
  payments: {
    share: cashUse.values.cashShare.percent,
    year: cashUse.values.cashYear.year,
    before: { year: 2022, share: 59 },
    earlier: { year: cashUse.values.cashYearBefore.year, share: cashUse.values.cashShareBefore.percent },
    source: sourceOf(cashUse.source),
  },
  /** People in the euro area to whom the option to pay in cash is important. */
  choice: {
    share: cashUse.values.cashImportant.percent,
    year: cashUse.values.cashYear.year,
    before: { year: 2022, share: 60 },
    source: sourceOf(cashUse.source),
  },
  /** People in Germany who find it hard to get cash. */
  access: {
    share: accessToCash.values.hardAccess.percent,
    year: accessToCash.values.surveyYear.year,
    before: { year: accessToCash.values.surveyYearBefore.year, share: accessToCash.values.hardAccessBefore.percent },
    source: sourceOf(accessToCash.source),
  },
} satisfies Record<string, Figure>;

function sourceOf(id: "ecbSpace" | "bundesbank"): PublishedSource {
  const { url, date, language } = SOURCES[id];
  return { id, url, published: date, language };
}
