/** Where the facts come from. What was not seen itself stands in docs/facts-to-open.md, with what to look for. */
import type { Milliseconds } from "./duration.ts";
import type { Language } from "./language.ts";

type SourceKind = "law" | "lawmaking" | "judgment" | "pressRelease" | "statement" | "study" | "analysis" | "press";

/** `{language}` in an address stands for the reader's language, where the publisher offers all seven. */
export interface Source {
  url: string;
  /** Of publication, ISO 8601, as `seenOn`. */
  date: string;
  language?: Language;
  kind: SourceKind;
  seenOn: string;
  /** `secondHand`: a copy elsewhere, or what others report of it. */
  seenAt: "original" | "secondHand";
}

export const SOURCES = {
  ecbNextPhase: {
    url: "https://www.ecb.europa.eu/press/pr/date/2025/html/ecb.pr251030~8c5b5beef0.{language}.html",
    date: "2025-10-30",
    kind: "pressRelease",
    seenOn: "2026-11-21",
    seenAt: "original",
  },
  ecbLimits: {
    url: "https://www.ecb.europa.eu/euro/digital_euro/timeline/profuse/html/index.en.html",
    date: "2025-10-10",
    language: "en",
    kind: "statement",
    seenOn: "2026-11-21",
    seenAt: "secondHand",
  },
  mniLimits: {
    url: "https://www.mnimarkets.com/articles/mni-brief-digital-euro-3k-limit-little-stability-risk-ecb-1760089489547",
    date: "2025-10-10",
    language: "en",
    kind: "press",
    seenOn: "2026-11-21",
    seenAt: "original",
  },
  ecbAnswers: {
    url: "https://www.ecb.europa.eu/euro/digital_euro/faqs/html/ecb.faq_digital_euro.{language}.html",
    date: "2025-07-15",
    kind: "statement",
    seenOn: "2026-11-21",
    seenAt: "secondHand",
  },
  ecbHearing: {
    url: "https://www.bis.org/review/r230124i.htm",
    date: "2023-01-23",
    language: "en",
    kind: "statement",
    seenOn: "2026-11-21",
    seenAt: "secondHand",
  },
  ecbBulletin: {
    url: "https://www.ecb.europa.eu/press/economic-bulletin/articles/2025/html/ecb.ebart202506_02~1a773e2ca3.en.html",
    date: "2025-09-24",
    language: "en",
    kind: "analysis",
    seenOn: "2026-11-21",
    seenAt: "original",
  },
  ecbSpace: {
    url: "https://www.ecb.europa.eu/stats/ecb_surveys/space/html/ecb.space2024~19d46f0f17.en.html",
    date: "2024-12-19",
    language: "en",
    kind: "study",
    seenOn: "2026-11-22",
    seenAt: "secondHand",
  },
  bankCosts: {
    url: "https://www.fxstreet.com/analysis/digital-euro-one-cost-may-hide-another-202511101815",
    date: "2025-11-10",
    language: "en",
    kind: "analysis",
    seenOn: "2026-11-21",
    seenAt: "secondHand",
  },
  draftDigital: {
    url: "https://eur-lex.europa.eu/legal-content/{LANGUAGE}/TXT/?uri=CELEX:52023PC0369",
    date: "2023-06-28",
    kind: "lawmaking",
    seenOn: "2026-11-21",
    seenAt: "original",
  },
  draftCash: {
    url: "https://eur-lex.europa.eu/legal-content/{LANGUAGE}/TXT/?uri=CELEX:52023PC0364",
    date: "2023-06-28",
    kind: "lawmaking",
    seenOn: "2026-11-21",
    seenAt: "original",
  },
  council: {
    url: "https://www.consilium.europa.eu/en/press/press-releases/2025/12/19/single-currency-council-agrees-position-on-the-digital-euro-and-on-strengthening-the-role-of-cash/",
    date: "2025-12-19",
    language: "en",
    kind: "pressRelease",
    seenOn: "2026-11-22",
    seenAt: "secondHand",
  },
  parliament: {
    url: "https://www.europarl.europa.eu/doceo/document/A-10-2026-0185_EN.pdf",
    date: "2026-06-23",
    language: "en",
    kind: "lawmaking",
    seenOn: "2026-11-21",
    seenAt: "secondHand",
  },
  jointOpinion: {
    url: "https://eucrim.eu/news/edpb-edps-joint-opinion-on-proposal-for-a-regulation-on-the-establishment-of-the-digital-euro/",
    date: "2023-10-17",
    language: "en",
    kind: "press",
    seenOn: "2026-11-21",
    seenAt: "original",
  },
  economists: {
    url: "https://agenceurope.eu/en/bulletin/article/13784/15/70-economists-speak-out-in-favour-of-a-digital-euro-that-contributes-to-eus-financial-sovereignty",
    date: "2026-01-11",
    language: "en",
    kind: "press",
    seenOn: "2026-11-21",
    seenAt: "secondHand",
  },
  blackout: {
    url: "https://capital.es/economia/el-gran-apagon-dejo-inutilizables-al-96-de-los-cajeros-y-desplomo-tarjetas-y-bizum/156777",
    date: "2025-12-04",
    language: "es",
    kind: "press",
    seenOn: "2026-11-22",
    seenAt: "original",
  },
  blackoutShops: {
    url: "https://www.pressdigital.es/articulo/economia/2025-12-04/5693429-operaciones-tarjetas-cayeron-55-durante-apagon-28-abril-segun-banco-espana",
    date: "2025-12-04",
    language: "es",
    kind: "press",
    seenOn: "2026-11-22",
    seenAt: "original",
  },
  gridOperators: {
    url: "https://www.entsoe.eu/publications/blackout/9-may-2025-iberian-blackout",
    date: "2025-05-09",
    language: "en",
    kind: "statement",
    seenOn: "2026-11-22",
    seenAt: "secondHand",
  },
  powerBack: {
    url: "https://www.newindianexpress.com/world/2025/Apr/29/spain-and-portugals-power-is-almost-fully-restored-but-cause-of-huge-blackout-remains-mystery",
    date: "2025-04-29",
    language: "en",
    kind: "press",
    seenOn: "2026-11-22",
    seenAt: "secondHand",
  },
  terminals: {
    url: "https://www.faz.net/aktuell/finanzen/bezahl-desaster-terminals-zur-kartenzahlung-ausser-betrieb-18069147.html",
    date: "2022-05-30",
    language: "de",
    kind: "press",
    seenOn: "2026-11-21",
    seenAt: "original",
  },
  bundesbank: {
    url: "https://www.bundesbank.de/de/presse/pressenotizen/zahlungsverhalten-in-deutschland-2023-934828",
    date: "2024-07-01",
    language: "de",
    kind: "pressRelease",
    seenOn: "2026-11-21",
    seenAt: "original",
  },
  machines: {
    url: "https://www.rnz.de/politik/wirtschaft-regional_artikel,-Bargeldversorgung-Zahl-der-Geldautomaten-in-Deutschland-faellt-unter-50000-_arid,1618987.html",
    date: "2025-07-23",
    language: "de",
    kind: "press",
    seenOn: "2026-11-22",
    seenAt: "secondHand",
  },
  machinesBefore: {
    url: "https://www.stuttgarter-zeitung.de/inhalt.zahlungsmittel-bundesbank-zugang-zu-bargeld-aufwendiger-geworden.f4413918-5081-4f23-bcb5-47b6185b27a7.html",
    date: "2025-03-17",
    language: "de",
    kind: "press",
    seenOn: "2026-11-22",
    seenAt: "secondHand",
  },
  federalCourt: {
    url: "https://www.bverwg.de/270422U6C2.21.0",
    date: "2022-04-27",
    language: "de",
    kind: "judgment",
    seenOn: "2026-11-21",
    seenAt: "original",
  },
  courtOfJustice: {
    url: "https://eur-lex.europa.eu/legal-content/{LANGUAGE}/TXT/?uri=CELEX:62019CJ0422",
    date: "2021-01-26",
    kind: "judgment",
    seenOn: "2026-11-21",
    seenAt: "original",
  },
  moneyLaundering: {
    url: "https://eur-lex.europa.eu/legal-content/{LANGUAGE}/TXT/?uri=CELEX:32024R1624",
    date: "2024-05-31",
    kind: "law",
    seenOn: "2026-11-21",
    seenAt: "original",
  },
} as const satisfies Record<string, Source>;

export type SourceId = keyof typeof SOURCES;

export const SOURCE_IDS = Object.keys(SOURCES) as SourceId[];

export function addressOf(id: SourceId, language: Language): { url: string; language: Language } {
  const source: Source = SOURCES[id];
  const url = source.url.replace("{language}", language).replace("{LANGUAGE}", language.toUpperCase());
  return { url, language: source.language ?? language };
}

/** All of them were seen on this day or later. */
export function seenSince(ids: readonly SourceId[] = SOURCE_IDS): string {
  return (
    ids
      .map((id) => SOURCES[id].seenOn)
      .sort()
      .at(0) ?? ""
  );
}

export function lastSeen(): string {
  return (
    SOURCE_IDS.map((id) => SOURCES[id].seenOn)
      .sort()
      .at(-1) ?? ""
  );
}

export function unseenFor(id: SourceId, now: Date): Milliseconds {
  return now.getTime() - Date.parse(SOURCES[id].seenOn);
}

export function staleSources(now: Date, maxAge: Milliseconds): SourceId[] {
  return SOURCE_IDS.filter((id) => unseenFor(id, now) > maxAge);
}
