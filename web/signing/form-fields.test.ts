import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compileMessages } from "../../messages/catalogue.ts";
import { translator } from "../../messages/translate.ts";
import { LANGUAGES, type Language } from "../../petition/language.ts";
import { checkSigning } from "./form-fields.ts";

const t = translator("de", { de: compileMessages("de", { forBrowser: true }) });
const anna = {
  fullName: "Anna Bergmüller",
  email: "anna@example.org",
  visibility: "public",
  captcha: "12",
  gdprConsent: true,
} as const;

test("Anna's form is right", () => {
  expect(checkSigning(anna, t)).toEqual({});
});

test("An empty form is told everything at once, in the order of the page, with a sentence for each", () => {
  const faults = checkSigning({ fullName: " ", email: "", visibility: null, captcha: "", gdprConsent: false }, t);
  expect(Object.entries(faults)).toEqual([
    ["fullName", "Bitte Vor- und Nachnamen eintragen."],
    ["email", "Bitte eine E-Mail-Adresse eintragen."],
    ["visibility", "Bitte „Öffentlich“ oder „Nicht öffentlich“ wählen."],
    ["captcha", "Bitte lösen Sie die Rechenaufgabe."],
    ["gdprConsent", "Sie müssen der Datenspeicherung zustimmen."],
  ]);
});

test("No fault says du beside the specified Sie, and the summary counts in digits", () => {
  const faults = messagesOf("de").faults;
  expect(JSON.stringify({ ...faults, summary: "" })).not.toMatch(/\b(du|dich|dir|dein\w*)\b|\bnimm\b|\blies\b/i);
  for (const language of LANGUAGES) {
    const say = translator(language, { [language]: compileMessages(language, { forBrowser: true }) });
    for (const count of [2, 3, 5]) expect(say("signing.faults.summary", { count })).toContain(String(count));
  }
});

test.each([
  ["A", "Der Name braucht mindestens 2 Zeichen."],
  ["A".repeat(101), "Der Name darf höchstens 100 Zeichen haben."],
  ["Anna 2", "Bitte den Namen ohne Ziffern eintragen."],
  ["www.anna", "Bitte den Namen ohne Internetadresse eintragen."],
  ["<b>Anna</b>", "Im Namen steht ein Zeichen, das in Namen nicht vorkommt. Bitte entfernen."],
  ["--", "Bitte den Namen mit Buchstaben eintragen."],
])("A name like %s is refused with the reason", (fullName, sentence) => {
  expect(checkSigning({ ...anna, fullName }, t)).toEqual({ fullName: sentence });
});

test.each([
  ["anna.gmx.de", "In der E-Mail-Adresse fehlt das @. Bitte ergänzen."],
  ["anna@gmx", "Diese E-Mail-Adresse ist unvollständig oder enthält ein falsches Zeichen. Bitte prüfen."],
  [`${"a".repeat(250)}@gmx.de`, "Die E-Mail-Adresse darf höchstens 254 Zeichen haben."],
])("An address like %s is refused with the reason", (email, sentence) => {
  expect(checkSigning({ ...anna, email }, t)).toEqual({ email: sentence });
});

function messagesOf(language: Language): { faults: object } {
  return JSON.parse(readFileSync(join(import.meta.dirname, `../../messages/${language}/signing.json`), "utf8"));
}
