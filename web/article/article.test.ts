import { expect, test } from "vitest";
import { FACTS, type FactId } from "../../campaign/article/facts.ts";
import { CHARTS, outline } from "../../campaign/article/outline.ts";
import { SOURCES, type SourceId } from "../../campaign/article/sources.ts";
import type { Fact } from "../../petition/evidence.ts";
import { daySeen, seenSince } from "../../petition/facts.ts";
import { LANGUAGES } from "../../petition/language.ts";
import { chartIn } from "../charts/charts.server.ts";
import type { ArticleContent, RiskCard } from "./article.server.ts";
import { articleIn, minutesToRead } from "./article.server.ts";
import type { Part } from "./article-plan.ts";

const {
  scene: SCENE,
  summary: SUMMARY,
  risks: RISKS,
  bridges: BRIDGES,
  objections: OBJECTIONS,
  why: WHY,
  reasons: REASONS,
} = outline;
const facts: [FactId, Fact<SourceId>][] = Object.entries(FACTS) as [FactId, Fact<SourceId>][];
const parts: Part[] = [SCENE, ...SUMMARY, ...RISKS, ...OBJECTIONS, WHY, ...REASONS];
const charted: FactId[] = Object.values(CHARTS).flat();

function cardsOf({ risks }: ArticleContent): RiskCard[] {
  return risks.chapters.flatMap(({ cards }) => cards);
}

test.each(LANGUAGES)(
  "in %s the ten risks stand in the order of the outline, each with its text, answer and source",
  (language) => {
    const cards = cardsOf(articleIn(language, 12_431));
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
    expect(cards.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    for (const { kind, title, text, answered, sources } of cards) {
      for (const said of [kind, title, text, answered]) expect(said).not.toBe("");
      expect(sources.links.length).toBeGreaterThan(0);
      const sentences = text.match(/[.?](?=\s|$)/g) ?? [];
      expect(sentences.length, text).toBeGreaterThanOrEqual(2);
    }
  },
);

test.each(LANGUAGES)(
  "in %s a bridge leads to the risks that are seen, that fail, that are ruled, that have power",
  (language) => {
    const { chapters } = articleIn(language, 0).risks;
    expect(chapters.map(({ id, cards }) => [id, cards[0]?.id])).toEqual(BRIDGES.map(({ id, before }) => [id, before]));
    expect(BRIDGES.map(({ before }) => before)).toEqual(["privacy", "cyberAttacks", "programmable", "dependency"]);
    for (const { title, text } of chapters) for (const said of [title, text]) expect(said.length).toBeGreaterThan(8);
  },
);

test.each(LANGUAGES)("in %s the list of contents names every part, in the order of the page", (language) => {
  const article = articleIn(language, 0);
  const { scene, summary, risks, objections, why, conclusion } = article;
  const lines = article.contents.entries.flatMap((entry) => [entry, ...(entry.within ?? [])]);
  expect(lines.map(({ id, number }) => (number ? `${number} ${id}` : id))).toEqual([
    ...["scene", "summary"],
    ...["seen", "1 privacy", "2 control", "failing", "3 cyberAttacks", "4 bankRisk"],
    ...["rules", "5 programmable", "6 exclusion"],
    ...["power", "7 dependency", "8 manipulation", "9 intermediary", "10 concentration"],
    ...["objections", "why", "conclusion"],
  ]);
  const named = [
    ...[scene.title, summary.title],
    ...risks.chapters.flatMap(({ title, cards }) => [title, ...cards.map(({ kind }) => kind)]),
    ...[objections.title, why.title, conclusion.title],
  ];
  expect(lines.map(({ title }) => title)).toEqual(named);
});

test.each(LANGUAGES)("in %s scene and objections name what they rest on; the conclusion is said to be ours", (language) => {
  const { scene, objections, conclusion } = articleIn(language, 0);
  expect(scene.paragraphs).toHaveLength(3);
  expect(scene.sources.links.map(({ url }) => url)).toEqual([SOURCES.blackout.url, SOURCES.blackoutShops.url]);
  expect(objections.claims.map(({ id }) => id)).toEqual(["preference", "crime", "acceptance", "sovereignty", "better"]);
  for (const { title, text, sources } of objections.claims) {
    for (const said of [title, text]) expect(said).not.toBe("");
    expect(sources.links.length).toBeGreaterThan(0);
  }
  expect(conclusion.kind).not.toBe("");
});

test("the reading time is that of 200 words a minute, without the sources", () => {
  const words = (count: number) => Array.from({ length: count }, () => "Geld").join(" ");
  expect(minutesToRead({ text: words(499), sources: { label: words(500) } })).toBe(2);
  expect(minutesToRead({ parts: [{ text: words(250) }, { text: words(250) }] })).toBe(3);
  expect(minutesToRead({ text: "Geld" })).toBe(1);
  expect(articleIn("de", 0).readingTime).toMatch(/^Lesezeit: etwa (8|9|10) Minuten$/);
});

test("the name of a source says where its link leads", () => {
  const PUBLISHERS: Record<string, RegExp> = {
    "www.fxstreet.com": /FXStreet/,
    "www.bis.org": /BIZ|BIS|BRI|BPI/,
    "eucrim.eu": /eucrim/,
    "agenceurope.eu": /Agence Europe/,
    "capital.es": /Capital/,
    "www.pressdigital.es": /Pressdigital/i,
    "www.mnimarkets.com": /MNI/,
    "www.faz.net": /FAZ/i,
  };
  const silent = LANGUAGES.flatMap((language) => articleIn(language, 0).sources.links)
    .map(({ url, title }) => ({ title, publisher: PUBLISHERS[new URL(url).host] }))
    .filter(({ title, publisher }) => publisher && !publisher.test(title));
  expect(silent).toEqual([]);
});

test.each(LANGUAGES)("in %s privacy, resilience and freedom say why cash matters", (language) => {
  const { reasons } = articleIn(language, 0).why;
  expect(reasons.map(({ id }) => id)).toEqual(["privacy", "resilience", "freedom"]);
  for (const { sources } of reasons) expect(sources.links.length).toBeGreaterThan(0);
});

test("every fact has a source with a date and an address", () => {
  for (const [id, fact] of facts) {
    const { date, url } = SOURCES[fact.source];
    const seen = daySeen(fact.source) ?? date;
    for (const day of [date, seen]) expect(Number.isNaN(Date.parse(day)), id).toBe(false);
    expect(seen >= date, id).toBe(true);
    expect(new URL(url).protocol, id).toBe("https:");
  }
});

test("every fact is told somewhere, and its source is named where it is told", () => {
  const here = outline.reasons.flatMap((part) => ("here" in part ? Object.values(part.here).flat() : []));
  const told = new Set<string>([...parts.flatMap((part) => part.facts), ...here, ...charted]);
  expect(facts.map(([id]) => id).filter((id) => !told.has(id))).toEqual([]);
  for (const { id, facts: needed } of RISKS) {
    const card = cardsOf(articleIn("de", 0)).find((one) => one.id === id);
    const addresses = card?.sources.links.map(({ url }) => url);
    for (const fact of needed)
      expect(addresses).toContain(SOURCES[FACTS[fact].source].url.replace("{language}", "de").replace("{LANGUAGE}", "DE"));
  }
});

test.each(LANGUAGES)(
  "in %s whatever is disputed is answered by the European Central Bank, and the answer has its source",
  (language) => {
    const article = articleIn(language, 0);
    const { summary } = article;
    const cards = cardsOf(article);
    for (const [id, fact] of facts) {
      if (!fact.answeredBy) continue;
      const card = cards[RISKS.findIndex(({ facts: needed }) => (needed as readonly FactId[]).includes(id))];
      if (card && fact.answeredBy === outline.answersFrom) continue;
      const where = card?.sources ?? summary.sources;
      const source = SOURCES[fact.answeredBy].url.split("{")[0] ?? "";
      expect(
        where.links.some(({ url }) => url.startsWith(source)),
        id,
      ).toBe(true);
      if (card) expect(card.answered).not.toBe("");
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
  const silent = cardsOf(articleIn(language, 0)).filter(
    ({ answered }) => !/EZB|ECB|BCE|EBC/.test(answered.split(".")[0] ?? ""),
  );
  expect(silent.map(({ id }) => id)).toEqual([]);
});

test.each(LANGUAGES)(
  "in %s whoever is told the number of cash payments is told their value, and what most people prefer",
  (language) => {
    const { says, sources } = chartIn(language, "cash-use");
    for (const percent of [52, 39, 45]) expect(says).toMatch(new RegExp(`${percent}\\s?%`));
    expect(sources?.links.some(({ url }) => url.includes("space2024"))).toBe(true);
    const [preference] = articleIn(language, 0).objections.claims;
    for (const percent of [55, 22]) expect(preference?.text).toMatch(new RegExp(`${percent}\\s?%`));
  },
);

test("at the end each source stands with its kind, when it was seen last, and whether it was itself; beside a text with its year", () => {
  const article = articleIn("de", 0);
  const { links } = article.sources;
  expect(links.find(({ url }) => url.includes("space2024"))?.seen).toBe(
    "Studie, zuletzt geprüft am 22.\u00a0November 2026, nicht am Original.",
  );
  expect(links.find(({ title }) => title.startsWith("Bundesbankgesetz"))?.seen).toBe("Gesetz, von uns noch nicht geöffnet.");
  const [draft] = cardsOf(article).find(({ id }) => id === "programmable")?.sources.links ?? [];
  expect(draft).toMatchObject({ published: "2023", seen: null });
});

test("the article says since when all its sources have been seen", () => {
  expect(articleIn("de", 0).checked).toContain(
    new Intl.DateTimeFormat("de", { dateStyle: "long" }).format(new Date(seenSince())).replace(" ", "\u00a0"),
  );
});

test("numbers and days are written as the language writes them", () => {
  const text = (language: "de" | "en" | "fr" | "pl", id: string) =>
    cardsOf(articleIn(language, 0)).find((card) => card.id === id)?.text;
  expect(text("de", "bankRisk")).toContain("13 von 2.025 untersuchten Banken");
  expect(text("fr", "bankRisk")).toContain("8,2\u202f%");
  expect(text("en", "cyberAttacks")).toContain("28\u00a0April 2025");
  expect(articleIn("es", 0).summary.items[1]?.text).toMatch(/1300\smillones de euros/);
  expect(articleIn("pl", 0).summary.items[1]?.text).toMatch(/1,3\smiliarda euro/);
  expect(text("pl", "manipulation")).toContain("co dwa lata");
});

test("as long as the law is not passed, the badge says so", () => {
  const badges = LANGUAGES.map((language) => articleIn(language, 0).badge);
  expect(badges).toEqual([
    "Gesetz noch nicht beschlossen",
    "The law has not been adopted yet",
    "Règlement pas encore adopté",
    "Regolamento non ancora approvato",
    "Reglamento aún no aprobado",
    "Rozporządzenia jeszcze nie przyjęto",
    "Wet nog niet aangenomen",
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
