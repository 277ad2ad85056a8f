import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../../../petition/language.ts";
import { PLACEHOLDER } from "../../../petition.config.ts";
import { RESPONSIBLE, SAMPLES, SITE, sampleTranslators } from "../../testing/email-samples.ts";
import { confirmationEmail, footOf } from "./emails.ts";

const translators = sampleTranslators();
const letters = SAMPLES.flatMap((sample) =>
  LANGUAGES.map((language) => ({ ...sample, language, letter: sample.letter(language, translators[language]) })),
);

describe.each(letters)("$name in $language", ({ language, links, letter: { subject, text, html, link } }) => {
  test("The subject fits into a line and into every list", () => {
    expect(subject).not.toBe("");
    expect(subject.length).toBeLessThan(78);
    expect(subject).not.toMatch(/[\r\n{}]/);
  });

  test("The address stands alone on a line of the text", () => {
    expect(text.split("\n").filter((line) => line === link)).toHaveLength(1);
  });

  test("Text and HTML lead to the same addresses, all of them on our own site", () => {
    const inHtml = new Set([...html.matchAll(/href="([^"]*)"/g)].map(([, address = ""]) => unescaped(address)));
    const inText = new Set(text.split("\n").filter((line) => line.startsWith("http")));
    expect(inText).toEqual(inHtml);
    expect(inText.size).toBe(links);
    for (const address of inText) expect(address.startsWith(`${SITE}/`)).toBe(true);
  });

  test("Nothing is loaded: no image, font, style sheet or script", () => {
    expect(html).not.toMatch(/\bsrc=|<link|<img|<script|@import|@font-face|url\(|background=/i);
    expect(html.replace(/<a [^>]*>[^<]*<\/a>/g, "")).not.toMatch(/https?:/);
  });

  test("It is well-formed and says its language", () => {
    expect(unclosed(html)).toEqual([]);
    expect(html).toContain(`<html lang="${language}"`);
  });

  test("It holds no word of donating, sharing or campaigning", () => {
    expect(`${subject} ${text} ${html}`).not.toMatch(CAMPAIGNING);
  });

  test("Every value has been filled in", () => {
    expect(text).not.toMatch(/[{}<>]link|undefined|NaN|\{\w+\}/);
    expect(text).toContain(RESPONSIBLE.name);
    expect(text).toContain("10115 Berlin");
  });

  test("What is inserted is escaped", () => {
    expect(html).not.toContain("<Bargeld>");
    expect(unescaped(html)).toContain("Stiftung <Bargeld> & Freiheit");
  });
});

test("What nobody has filled in yet stands in no e-mail", () => {
  const t = translators.de;
  const [named, ...lines] = footOf(t, { name: `Stiftung ${PLACEHOLDER}`, addressLines: [PLACEHOLDER, "10115 Berlin"] });
  expect(named).toBe("Verantwortlich für die Petition: Stiftung");
  expect(lines).toEqual(["10115 Berlin"]);
  expect(footOf(t, { name: PLACEHOLDER, addressLines: [PLACEHOLDER] })).toEqual([
    "Verantwortlich für die Petition: Bargeld erhalten",
  ]);
});

test("The confirmation e-mail says for how many hours and until when, in Berlin's time", () => {
  const said = (language: (typeof LANGUAGES)[number]) => SAMPLES[0]?.letter(language, translators[language]).text;
  expect(said("de")).toContain("24 Stunden, bis 22. November 2026, 14:05 Uhr");
  expect(said("en")).toContain("24 hours, until 22 November 2026, 14:05 (Berlin time)");
  expect(said("fr")).toContain("24 heures, jusqu’au 22 novembre 2026 à 14\u202fh\u202f05");
  expect(said("it")).toContain("24 ore, fino alle 14:05 del giorno 22 novembre 2026");
  expect(said("es")).toContain("24 horas, hasta el 22 de noviembre de 2026, 14:05\u00a0h");
  expect(said("pl")).toContain("24 godziny, do 22 listopada 2026\u00a0r., godz.\u00a014:05");
  expect(said("nl")).toContain("24 uur, tot 22 november 2026, 14:05 uur");
});

test.each([
  [60 * 60_000, "1 godzinę", "po 1 godzinie"],
  [5 * 60 * 60_000, "5 godzin,", "po 5 godzinach"],
  [90 * 60_000, "90 minut,", "po 90 minutach"],
  [2 * 60_000, "2 minuty,", "po 2 minutach"],
])("Ewa reads a lifetime of %d ms in Polish that declines", (lifetime, valid, after) => {
  const { text } = confirmationEmail({
    language: "pl",
    t: translators.pl,
    links: {
      confirm: `${SITE}/pl/confirm?token=a`,
      suppress: `${SITE}/pl/nicht-ich?token=b`,
      privacy: `${SITE}/pl/datenschutz`,
    },
    expiresAt: new Date("2026-11-22T13:05:00Z"),
    lifetime,
    visibility: "private",
    responsible: RESPONSIBLE,
  });
  expect(text).toContain(valid);
  expect(text).toContain(after);
  expect(text).toContain("niepublicznie");
});

test("The confirmation e-mail promises a month of peace", () => {
  expect(SAMPLES[0]?.letter("de", translators.de).html).toContain("30 Tage");
});

const CAMPAIGNING = new RegExp(
  [
    "spend|teil(e|en) (die|diese|den)|weitersagen|unterstütz",
    "donat|\\bshare|spread the word|support us",
    "\\bdons?\\b|partage|soutene|faire un don",
    "donazion|condivid|sostien|sostenere",
    "donaci|donar|compart|apoya",
    "darowizn|wpłać|udostępn|wesprzyj",
    "doneer|donatie|\\bdeel\\b|\\bdelen\\b|steun ons",
    "facebook|twitter|whatsapp|telegram|paypal|newsletter",
  ].join("|"),
  "i",
);

function unescaped(html: string): string {
  return html.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
}

function unclosed(html: string): string[] {
  const open: string[] = [];
  const wrong: string[] = [];
  for (const [, slash, name = "", selfClosed] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)(?:\s+[a-z-]+="[^"<>]*")*\s*(\/?)>/g)) {
    if (selfClosed) continue;
    if (!slash) open.push(name);
    else if (open.pop() !== name) wrong.push(`/${name}`);
  }
  const stray = html.replace(/<!doctype html>|<\/?[a-z][a-z0-9]*(?:\s+[a-z-]+="[^"<>]*")*\s*\/?>/g, "").match(/[<>]/g) ?? [];
  return [...wrong, ...open, ...stray];
}
