import { describe, expect, test } from "vitest";
import { compileFile, compileMessages } from "./catalogue.ts";
import type { MessageKey } from "./keys.ts";
import { dateIn, datesIn, percentIn, translator } from "./translate.ts";

const TESTED = ["de", "en", "fr", "it", "es", "pl", "nl"] as const;
const catalogues = Object.fromEntries(TESTED.map((language) => [language, compileMessages(language, { forBrowser: false })]));

test("a message is said in its language, with numbers as the language writes them", () => {
  expect(translator("de", catalogues)("confirmation.answer.expired", { unit: "hours", count: 24 })).toContain("24 Stunden");
  expect(translator("de", catalogues)("confirmation.answer.expired", { unit: "minutes", count: 1 })).toContain("1 Minute.");
});

test("Ewa reads Polish plurals: one, a few, many", () => {
  const t = translator("pl", catalogues);
  const said = [1, 3, 5, 22].map(
    (count) => t("confirmation.answer.expired", { unit: "hours", count }).match(/godzin\p{L}*/u)?.[0],
  );
  expect(said).toEqual(["godzinę", "godziny", "godzin", "godziny"]);
});

test("Polish keeps a word of one letter with the next one, and a year with its “r.”", () => {
  expect(translator("pl", catalogues)("home.hero.lede")).toContain("w\u00a0Polsce");
  expect(translator("pl", catalogues)("home.hero.lede")).toContain("w\u00a0całej Europie");
  expect(translator("pl", catalogues)("collection.answer.paused.day", { date: "3 grudnia 2026" })).toContain("2026\u00a0r.");
});

test.each([
  ["Vraiment ?", "Vraiment\u202f?"],
  ["Vraiment?", "Vraiment\u202f?"],
  ["Plus d’étapes\u00a0; puis tout de suite\u00a0!", "Plus d’étapes\u202f; puis tout de suite\u202f!"],
  ["<b>Reste</b> : 8 %, puis 9% et {others} %", "*Reste*\u00a0: 8\u202f%, puis 9\u202f% et 2\u202f%"],
  ["Choisissez « Publique » ou «Non»", "Choisissez «\u00a0Publique\u00a0» ou «\u00a0Non\u00a0»"],
  ["{others, plural, one {Une ?} other {# : deux ?}}", "2\u00a0: deux\u202f?"],
  ["À 12:30, https://bargeld.example/?a=1;b=2, Authorization: Bearer", null],
])("French keeps its double signs with the word before them: %s", (written, said) => {
  const fr = compileFile("fr", "home", { joined: written });
  const t = translator("fr", { fr });
  const text = t.rich("home.joined", { b: (inner: unknown[]) => `*${inner.join("")}*`, others: 2 });
  expect([text].flat().join("")).toBe(said ?? written);
});

test("percentages are written as the language writes them, in French with the narrow space", () => {
  expect(["de", "en", "fr"].map((language) => percentIn(language, 8.2))).toEqual(["8,2\u00a0%", "8.2%", "8,2\u202f%"]);
});

test("tags are filled in by whoever says the message", () => {
  const bold = { b: (inner: unknown[]) => `*${inner.join("")}*`, names: "Anna", others: 2 };
  expect([translator("de", catalogues).rich("home.joined", bold)].flat().join("")).toBe("Dabei sind *Anna* und 2 andere.");
});

test("a language that is not there is an error that lists those that are", () => {
  expect(() => translator("xx", catalogues)).toThrow(
    `Translation missing: Language xx not found. Available languages: ${TESTED.join(", ")}`,
  );
});

test("names that every object inherits are no languages and no messages", () => {
  expect(() => translator("constructor", catalogues)).toThrow("Translation missing: Language constructor not found");
  expect(() => translator("de", catalogues)("constructor" as MessageKey)).toThrow("Translation missing: constructor");
});

test("a message that is not there is an error that names it and the language", () => {
  const unknown = "signing.nowhere" as MessageKey;
  expect(() => translator("de", catalogues)(unknown)).toThrow("Translation missing: signing.nowhere not found in language de");
});

test("a value that is not handed in is an error, not a gap in the sentence", () => {
  expect(() => translator("de", catalogues)("confirmation.answer.expired")).toThrow("unit");
});

test("what only the server says is not sent to browsers", () => {
  const keys = Object.keys(compileMessages("de", { forBrowser: true }));
  expect(keys.some((key) => key.startsWith("mail.email.") || key.includes(".answer."))).toBe(false);
  expect(keys).toContain("confirmation.verifying");
});

const NUMBERS = [0, 1, 2, 5, 8, 11, 21, 1204, 1_000_000];

test.each([
  [
    "de",
    "Unterschriften",
    "Unterschrift",
    "Unterschriften",
    "Unterschriften",
    "1.204 Unterschriften",
    "1.000.000 Unterschriften",
  ],
  ["en", "signatures", "signature", "signatures", "signatures", "1,204 signatures", "1,000,000 signatures"],
  ["fr", "signature", "signature", "signatures", "signatures", "1 204 signatures", "1 000 000 de signatures"],
  ["it", "firme", "firma", "firme", "firme", "1204 firme", "1.000.000 di firme"],
  ["es", "firmas", "firma", "firmas", "firmas", "1204 firmas", "1.000.000 de firmas"],
  ["pl", "podpisów", "podpis", "podpisy", "podpisów", "1204 podpisy", "1 000 000 podpisów"],
  [
    "nl",
    "handtekeningen",
    "handtekening",
    "handtekeningen",
    "handtekeningen",
    "1.204 handtekeningen",
    "1.000.000 handtekeningen",
  ],
] as const)(
  "in %s a number has the noun that it needs, from none to a million",
  (language, none, one, two, more, large, million) => {
    const t = translator(language, catalogues);
    const said = NUMBERS.map(
      (target) =>
        t("progress.complete", { target })
          .replaceAll(/\s/g, " ")
          .match(/\d.*?\p{L}{3,}/u)?.[0],
    );
    const small = [`0 ${none}`, `1 ${one}`, `2 ${two}`, ...[5, 8, 11, 21].map((number) => `${number} ${more}`)];
    expect(said).toEqual([...small, large, million]);
  },
);

test.each([
  ["de", "Es fehlt noch eine.", "Angezeigt wird 1 von 1 Unterstützer"],
  ["en", "One to go.", "Showing 1 of 1 supporter"],
  ["fr", "Il en manque encore une.", "Cette page montre 1 signataire sur 1"],
  ["it", "Ne manca una.", "1 firma mostrata su 1"],
  ["es", "Falta una.", "Se muestra 1 de 1 firmante"],
  ["pl", "Brakuje jeszcze 1 podpisu.", "Wyświetlane podpisy: 1 z 1"],
  ["nl", "Nog één te gaan.", "1 van 1 ondertekenaar wordt getoond"],
] as const)("in %s the last one that is missing is one, and so is one of one", (language, near, shown) => {
  const t = translator(language, catalogues);
  const said = [t("progress.near", { begun: "yes", goal: 10, left: 1 }), t("supporters.list.showing", { count: 1, total: 1 })];
  expect(said.map((text) => text.replaceAll(/\s/g, " "))).toEqual([expect.stringMatching(new RegExp(`${near}$`)), shown]);
});

describe("given the 1st, 8th and 11th of a month", () => {
  const DAYS = [
    ["de", ["1. Juli 2024", "8. Juli 2024", "11. Juli 2024"]],
    ["en", ["1 July 2024", "8 July 2024", "11 July 2024"]],
    ["fr", ["1er juillet 2024", "8 juillet 2024", "11 juillet 2024"]],
    ["it", ["1º luglio 2024", "8 luglio 2024", "11 luglio 2024"]],
    ["es", ["1 de julio de 2024", "8 de julio de 2024", "11 de julio de 2024"]],
    ["pl", ["1 lipca 2024", "8 lipca 2024", "11 lipca 2024"]],
    ["nl", ["1 juli 2024", "8 juli 2024", "11 juli 2024"]],
  ] as const;
  const on = (day: number) => new Date(Date.UTC(2024, 6, day, 12, 5));

  test.each(DAYS)("they are written in %s as its readers write them", (language, days) => {
    expect([1, 8, 11].map((day) => dateIn(language, on(day), { dateStyle: "long" }))).toEqual(days);
  });

  test("a French period begins on the 1er, and a short Italian date on the 1º", () => {
    expect(datesIn("fr", on(1), on(8), { dateStyle: "medium" })).toBe("1er–8 juil. 2024");
    expect(datesIn("fr", "2024-06-28T12:00Z", on(1), { dateStyle: "medium" })).toMatch(/^28 juin\s–\s1er juil\. 2024$/);
    expect(dateIn("it", on(1), { dateStyle: "medium" })).toBe("1º lug 2024");
    expect(datesIn("it", on(1), on(8), { dateStyle: "medium" })).toBe("1º–8 lug 2024");
  });

  test("a French time has its “h”", () => {
    expect(dateIn("fr", on(1), { timeStyle: "short" })).toBe("14\u202fh\u202f05");
    expect(dateIn("fr", on(1), { timeStyle: "medium" })).toBe("14:05:00");
  });

  test("a Polish moment has its “r.” and its “godz.”", () => {
    const moment = dateIn("pl", on(1), { dateStyle: "long", timeStyle: "short" });
    expect(moment).toBe("1 lipca 2024\u00a0r., godz.\u00a014:05");
  });
});
