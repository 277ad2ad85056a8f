import { compileFile } from "../../messages/catalogue.ts";
import de from "../../messages/de/article.json";
import en from "../../messages/en/article.json";
import es from "../../messages/es/article.json";
import fr from "../../messages/fr/article.json";
import it from "../../messages/it/article.json";
import type { MessageKey } from "../../messages/keys.ts";
import nl from "../../messages/nl/article.json";
import pl from "../../messages/pl/article.json";
import { localeOf, percentIn, type Translate, translator, type Values, withOrdinal } from "../../messages/translate.ts";
import { FACTS, type Fact, type FactId, LAW_STATUS, type Value } from "../../petition/facts.ts";
import type { Language } from "../../petition/language.ts";
import { addressOf, SOURCES, type SourceId, seenSince } from "../../petition/sources.ts";
import type { ArticleContent, Sources } from "./content.ts";
import { REASONS, RISKS, SUMMARY, WHY } from "./outline.ts";

const TEXTS: Record<Language, object> = { de, en, fr, it, es, pl, nl };

export function articleIn(language: Language, signatureCount: number | null): ArticleContent {
  const { t, values } = voiceOf(language);
  const said = (key: MessageKey, more?: Values) => joined(language, t(key, { ...values, ...more }));
  const sources = (facts: readonly FactId[]) => sourcesOf(facts, language, said);
  return {
    meta: { title: said("article.meta.title"), description: said("article.meta.description") },
    badge: said("article.hero.badge"),
    title: titleIn(t),
    lede: said("article.hero.lede"),
    checked: said("article.hero.checked"),
    summary: {
      title: said("article.summary.title"),
      items: SUMMARY.map(({ id }) => ({
        id,
        title: said(`article.summary.${id}.title`),
        // The banks' bill is disputed: the estimate of the bank's critics never stands without its own.
        text: [said(`article.summary.${id}.text`), ...(id === "cost" ? [said("article.summary.cost.ecb")] : [])].join(" "),
      })),
      sources: sources(SUMMARY.flatMap(({ facts }) => facts)),
    },
    risks: {
      title: said("article.risks.title"),
      answer: said("article.risks.answer"),
      cards: RISKS.map(({ id, facts }) => ({
        id,
        kind: said(`article.risks.${id}.kind`),
        title: said(`article.risks.${id}.title`),
        text: said(`article.risks.${id}.text`),
        ecb: said(`article.risks.${id}.ecb`),
        figures: id === "bankRisk" ? depositFigures(said) : [],
        sources: sources(facts),
      })),
    },
    why: {
      title: said("article.why.title"),
      lede: said("article.why.lede"),
      sources: sources(WHY.facts),
      reasons: REASONS.map(({ id, facts }) => ({
        id,
        title: said(`article.why.${id}.title`),
        text: said(`article.why.${id}.text`),
        sources: sources(facts),
      })),
    },
    call: {
      title: said("article.call.title"),
      signed: signatureCount === null ? null : said("article.call.signed", { count: signatureCount }),
      button: said("article.call.button"),
    },
  };
}

type Said = (key: MessageKey, more?: Values) => string;

/** Polish ends no line with a word of one letter. */
function joined(language: Language, text: string): string {
  return language === "pl" ? text.replace(/(?<=^|\s)([aiouwz])\s/giu, "$1\u00a0") : text;
}

function titleIn(t: Translate): ArticleContent["title"] {
  const title = t.rich<{ whole: string }>("article.hero.title", { whole: (parts) => ({ whole: parts.join("") }) });
  return Array.isArray(title) ? title : [title];
}

function depositFigures(said: Said): { label: string; figure: string }[] {
  return [
    { label: said("article.risks.bankRisk.extreme"), figure: said("article.risks.bankRisk.extremeFigure") },
    { label: said("article.risks.bankRisk.normal"), figure: said("article.risks.bankRisk.normalFigure") },
  ];
}

function sourcesOf(facts: readonly FactId[], language: Language, said: Said): Sources {
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

interface Voice {
  t: Translate;
  values: Values;
}

const voices = new Map<Language, Voice>();

function voiceOf(language: Language): Voice {
  const known = voices.get(language);
  if (known) return known;
  const catalogue = compileFile(language, "article", TEXTS[language]);
  const made = { t: translator(language, { [language]: catalogue }), values: valuesIn(language) };
  voices.set(language, made);
  return made;
}

function valuesIn(language: Language): Values {
  const facts: Fact[] = Object.values(FACTS);
  const all = facts.flatMap(({ values }) => Object.entries(values));
  return {
    ...Object.fromEntries(all.map(([name, value]) => [name, valueIn(language, value)])),
    lawStatus: LAW_STATUS,
    checked: dayIn(language, seenSince()),
  };
}

function valueIn(language: Language, value: Value): string | number {
  if (typeof value === "number") return value;
  if ("euros" in value) return largeAmount(language, value.euros);
  if ("percent" in value) return percentIn(language, value.percent);
  if ("year" in value) return String(value.year);
  return dayIn(language, value.day);
}

/** "1,3 Milliarden". Spanish counts thousands of millions where others say billions. */
function largeAmount(language: Language, amount: number): string {
  if (language === "es") return `${new Intl.NumberFormat(language).format(amount / 1e6)}\u00a0millones`;
  const format = new Intl.NumberFormat(language, { notation: "compact", compactDisplay: "long", maximumFractionDigits: 2 });
  return format.format(amount);
}

/** `day` is ISO 8601, without a clock time and so without a zone. English is written as in Europe. Day and month stay together. */
function dayIn(language: Language, day: string): string {
  const date = new Intl.DateTimeFormat(localeOf(language), { dateStyle: "long", timeZone: "UTC" }).format(new Date(day));
  return withOrdinal(language, date).replace(" ", "\u00a0");
}
