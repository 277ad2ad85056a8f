import { expect, test } from "vitest";
import { FACTS, type Fact, type FactId } from "../../petition/facts.ts";
import { LANGUAGES } from "../../petition/language.ts";
import { SOURCES, seenSince } from "../../petition/sources.ts";
import { articleIn } from "./article.server.ts";
import type { ArticleContent } from "./content.ts";
import { type Part, REASONS, RISKS, SUMMARY, WHY } from "./outline.ts";

const facts: [FactId, Fact][] = Object.entries(FACTS) as [FactId, Fact][];
const parts: Part[] = [...SUMMARY, ...RISKS, WHY, ...REASONS];

test.each(LANGUAGES)(
  "in %s the ten risks stand in the order of the outline, each with its text, answer and source",
  (language) => {
    const { cards } = articleIn(language, 12_431).risks;
    expect(cards.map(({ id }) => id)).toEqual([
      "privacy",
      "control",
      "cyberAttacks",
      "bankRisk",
      "programmable",
      "exclusion",
      "dependency",
      "manipulation",
      "intermediary",
      "concentration",
    ]);
    for (const { kind, title, text, ecb, sources } of cards) {
      for (const said of [kind, title, text, ecb]) expect(said).not.toBe("");
      expect(sources.links.length).toBeGreaterThan(0);
      const sentences = text.match(/[.?](?=\s|$)/g) ?? [];
      expect(sentences.length, text).toBeGreaterThanOrEqual(2);
    }
  },
);

test.each(LANGUAGES)("in %s privacy, resilience and freedom say why cash matters", (language) => {
  const { reasons } = articleIn(language, 0).why;
  expect(reasons.map(({ id }) => id)).toEqual(["privacy", "resilience", "freedom"]);
  for (const { sources } of reasons) expect(sources.links.length).toBeGreaterThan(0);
});

test("every fact has a source with a date and an address", () => {
  for (const [id, fact] of facts) {
    const { date, seenOn, url } = SOURCES[fact.source];
    for (const day of [date, seenOn]) expect(Number.isNaN(Date.parse(day)), id).toBe(false);
    expect(seenOn >= date, id).toBe(true);
    expect(new URL(url).protocol, id).toBe("https:");
  }
});

test("every fact is told somewhere, and its source is named where it is told", () => {
  const told = new Set(parts.flatMap((part) => part.facts));
  expect(facts.map(([id]) => id).filter((id) => !told.has(id))).toEqual([]);
  for (const { id, facts: needed } of RISKS) {
    const card = articleIn("de", 0).risks.cards.find((one) => one.id === id);
    const addresses = card?.sources.links.map(({ url }) => url);
    for (const fact of needed)
      expect(addresses).toContain(SOURCES[FACTS[fact].source].url.replace("{language}", "de").replace("{LANGUAGE}", "DE"));
  }
});

test.each(LANGUAGES)(
  "in %s whatever is disputed is answered by the European Central Bank, and the answer has its source",
  (language) => {
    const { risks, summary } = articleIn(language, 0);
    for (const [id, fact] of facts) {
      if (!fact.disputed) continue;
      const card = risks.cards[RISKS.findIndex(({ facts: needed }) => (needed as readonly FactId[]).includes(id))];
      const where = card?.sources ?? summary.sources;
      const source = SOURCES[fact.ecbAnswers].url.split("{")[0] ?? "";
      expect(
        where.links.some(({ url }) => url.startsWith(source)),
        id,
      ).toBe(true);
      if (card) expect(card.ecb).not.toBe("");
      // The banks' bill stands in the summary, with the ECB's own estimate.
      else expect(summary.items.find((item) => item.id === "cost")?.text).toMatch(/5[.,]?77/);
    }
  },
);

test("a name of a number means one number", () => {
  const names = facts.flatMap(([, { values }]) => Object.keys(values));
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
});

test.each(LANGUAGES)("in %s the answers of the European Central Bank are said to be its own", (language) => {
  const silent = articleIn(language, 0).risks.cards.filter(({ ecb }) => !/EZB|ECB|BCE|EBC/.test(ecb.split(".")[0] ?? ""));
  expect(silent.map(({ id }) => id)).toEqual([]);
});

test.each(LANGUAGES)(
  "in %s whoever is told the number of cash payments is told their value, and what most people prefer",
  (language) => {
    const { why } = articleIn(language, 0);
    for (const percent of [52, 39, 45, 55, 22]) expect(why.lede).toMatch(new RegExp(`${percent}\\s?%`));
    expect(why.sources.links.some(({ url }) => url.includes("space2024"))).toBe(true);
  },
);

test("beside each source stands what kind it is, when it was seen last, and that it was not seen itself", () => {
  const { links } = articleIn("de", 0).why.sources;
  expect(links.find(({ url }) => url.includes("space2024"))?.seen).toBe(
    "Studie, zuletzt geprüft am 22.\u00a0November 2026, nicht am Original.",
  );
  const [draft] = articleIn("de", 0).risks.cards.find(({ id }) => id === "programmable")?.sources.links ?? [];
  expect(draft?.seen).toBe("Dokument der Gesetzgebung, zuletzt geprüft am 21.\u00a0November 2026.");
});

test("the article says since when all its sources have been seen", () => {
  expect(articleIn("de", 0).checked).toContain(
    new Intl.DateTimeFormat("de", { dateStyle: "long" }).format(new Date(seenSince())).replace(" ", "\u00a0"),
  );
});

test("numbers and days are written as the language writes them", () => {
  const text = (language: "de" | "en" | "fr" | "pl", id: string) =>
    articleIn(language, 0).risks.cards.find((card) => card.id === id)?.text;
  expect(text("de", "bankRisk")).toContain("13 von 2.025 untersuchten Banken");
  expect(text("fr", "bankRisk")).toContain("8,2\u202f%");
  expect(text("en", "cyberAttacks")).toContain("28\u00a0April 2025");
  expect(articleIn("es", 0).summary.items[1]?.text).toMatch(/1300\smillones de euros/);
  expect(articleIn("pl", 0).summary.items[1]?.text).toMatch(/1,3\smiliarda euro/);
  expect(text("pl", "manipulation")).toContain("co 2\u00a0lata");
});

test("as long as the law is not passed, the badge says so", () => {
  const badges = LANGUAGES.map((language) => articleIn(language, 0).badge);
  expect(badges).toEqual([
    "Noch nicht beschlossen",
    "Not yet decided",
    "Pas encore adopté",
    "Non ancora deciso",
    "Aún no está decidido",
    "Decyzja jeszcze nie zapadła",
    "Nog niet aangenomen",
  ]);
});

test("the call counts like a person, and does without a number that nobody knows", () => {
  const signed = (language: "de" | "pl", count: number | null) => articleIn(language, count).call.signed;
  expect(signed("de", 0)).toBe("Sei unter den Ersten.");
  expect(signed("de", 1)).toBe("Eine Person hat schon unterschrieben.");
  expect(signed("de", 12_431)).toBe("12.431 haben schon unterschrieben.");
  expect(signed("pl", 22)).toMatch(/^Podpisały już 22\sosoby\.$/);
  expect(signed("pl", 25)).toMatch(/^Podpisało już 25\sosób\.$/);
  expect(signed("de", null)).toBeNull();
});

test("Ewa reads the proposals of the Commission in Polish", () => {
  const sources = (article: ArticleContent) => article.why.reasons.flatMap((reason) => reason.sources.links);
  const urls = sources(articleIn("pl", 0)).map(({ url }) => url);
  expect(urls).toContain("https://eur-lex.europa.eu/legal-content/PL/TXT/?uri=CELEX:52023PC0364");
});
