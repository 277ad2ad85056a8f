import { expect, test } from "vitest";
import { compileMessages } from "../../messages/catalogue.ts";
import { translator } from "../../messages/translate.ts";
import type { Language } from "../../petition/language.ts";
import { expiryInWords } from "./thank-you.tsx";

const noon = new Date("2026-11-21T11:05:00Z");
const translatorFor = (language: Language) =>
  translator(language, { [language]: compileMessages(language, { forBrowser: true }) });

test.each([
  ["de", "morgen, 12:05 Uhr"],
  ["fr", "demain à 12\u202fh\u202f05"],
  ["pl", "jutro, godz.\u00a012:05"],
  ["nl", "morgen, 12:05 uur"],
] as const)("A day after noon is tomorrow at the same time: %s", (language, said) => {
  expect(expiryInWords(new Date("2026-11-22T11:05:00Z"), noon, translatorFor(language))).toBe(said);
});

test("A link of a few hours ends today", () => {
  expect(expiryInWords(new Date("2026-11-21T17:30:00Z"), noon, translatorFor("de"))).toBe("heute, 18:30 Uhr");
});

test("The day changes at midnight in Berlin, not in London", () => {
  expect(expiryInWords(new Date("2026-11-21T23:00:00Z"), noon, translatorFor("de"))).toBe("morgen, 00:00 Uhr");
});

test("Across the night in which clocks go back, the next day is still tomorrow", () => {
  const said = expiryInWords(new Date("2026-10-25T20:00:00Z"), new Date("2026-10-24T20:00:00Z"), translatorFor("de"));
  expect(said).toBe("morgen, 21:00 Uhr");
});

test("A link of three days names the date", () => {
  expect(expiryInWords(new Date("2026-11-24T11:05:00Z"), noon, translatorFor("de"))).toBe("24. November 2026, 12:05 Uhr");
});

test("French counts the first of a month: the 1er", () => {
  expect(expiryInWords(new Date("2026-12-01T11:05:00Z"), noon, translatorFor("fr"))).toBe(
    "le 1er décembre 2026 à 12\u202fh\u202f05",
  );
});
