import { describe, expect, test } from "vitest";
import { faultOfName, MAIL_COOLDOWN, NAME_LENGTH, RESEND_AFTER, tidyName, whatToDo } from "./signing.ts";

const faultOf = (raw: string) => faultOfName(tidyName(raw));

describe("A name is tidied before anything else", () => {
  test.each([
    ["  Anna  Beispiel ", "Anna Beispiel"],
    ["\tAnna Beispiel\r\n", "Anna Beispiel"],
    ["Anna\u00a0\u2003Beispiel", "Anna Beispiel"],
    ["Rene\u0301", "Ren\u00e9"],
    [" \u3000 ", ""],
    ["Anna\nBeispiel", "Anna Beispiel"],
    ["Anna\u0000", "Anna\u0000"],
  ])("%j is kept as %j", (raw, kept) => {
    expect(tidyName(raw)).toBe(kept);
  });

  test("a megabyte of spaces is tidied without a pause", () => {
    expect(tidyName(`Anna${" ".repeat(1_000_000)}B`)).toBe("Anna B");
  });
});

describe("Characters that nobody sees are dropped, white space of any kind becomes a space", () => {
  test.each([
    ["a zero width space", "An\u200bna", "Anna"],
    ["a byte-order mark", "\ufeffAnna", "Anna"],
    ["a soft hyphen", "Berg\u00admüller", "Bergmüller"],
    ["a word joiner", "Anna\u2060Beispiel", "AnnaBeispiel"],
    ["a mark of direction", "Anna\u200e Beispiel\u200f", "Anna Beispiel"],
    ["an override of direction", "Anna\u202eleipsieB", "AnnaleipsieB"],
    ["an isolate", "\u2068Anna\u2069", "Anna"],
    ["a Hangul filler", "ㅤㅤ", ""],
    ["two cells of a spreadsheet", "Anna\tBeispiel", "Anna Beispiel"],
    ["two lines", "Anna\r\nBeispiel", "Anna Beispiel"],
    ["a line separator", "Anna\u2028Beispiel", "Anna Beispiel"],
    ["a next line", "Anna\u0085Beispiel", "Anna Beispiel"],
    ["one between a letter and its mark", "Rene\u200b\u0301", "Ren\u00e9"],
    ["joiners that join nothing", "\u200dAnna \u200cBeispiel\u200d", "Anna Beispiel"],
    ["two joiners", "An\u200d\u200dna", "Anna"],
    ["a joiner between letters stays", "علی\u200cرضا", "علی\u200cرضا"],
    ["a variant of a letter stays", "葛\u{e0100}城", "葛\u{e0100}城"],
  ])("%s: %j is kept as %j", (_what, raw, kept) => {
    expect(tidyName(raw)).toBe(kept);
  });
});

describe("People are called all kinds of things", () => {
  test.each([
    "Anna Beispiel",
    "Jo",
    "李明",
    "J.R. Tolkien",
    "J.R.R. Tolkien",
    "Dr. h.c. Anna",
    "Dr.Anna Müller",
    "Prof.Dr.Anna Müller",
    "Dr.de Vries",
    "J.de Boer",
    "Th.de Boer",
    "th.de boer",
    "Chr.de Boer",
    "Hans-J.de Beispiel",
    "Hans-Th.de Beispiel",
    "Th.Li",
    "Dr.Li",
    "Anna.Müller",
    "Anna M.A.",
    "Dipl.-Ing. Bruno Köhler",
    "Ewa Wójcik-Łączyńska",
    "Seán O'Neill",
    "Seán O’Neill",
    "D´Angelo",
    "Marcel·la Puig",
    "ジョン・スミス",
    "Müller‑Lüdenscheidt",
    "Nguyễn Văn An",
    "Мария Иванова",
    "محمد علی",
    "علی\u200cرضا",
    "ශ්\u200dරී ලංකා",
    "ג׳ורג׳ כהן",
    "क्षमा शर्मा",
    "葛\u{e0100}城",
    "ʻAkahi Kealoha",
    "'t Hooft",
    "Comte de Paris",
    "Netta Orgel",
  ])("%s may sign", (name) => {
    expect(faultOf(name)).toBeNull();
  });
});

describe("What is no name is refused by its fault", () => {
  test.each([
    ["", "missing"],
    [" \n\t ", "missing"],
    ["A", "too-short"],
    ["é", "too-short"],
    ["e\u0301", "too-short"],
    ["--", "no-letter"],
    [".", "no-letter"],
    ["...'", "no-letter"],
    ["Anna 2", "digits"],
    ["1", "digits"],
    ["Anna ٣", "digits"],
    ["Anna ３", "digits"],
    ["Anna Ⅳ", "digits"],
    ["Anna ²", "digits"],
    ["www.x.de", "link"],
    ["WWW.Beispiel", "link"],
    ["x.com", "link"],
    ["casino.de", "link"],
    ["Casino.de Bonus", "link"],
    ["Jetzt casino.de", "link"],
    ["th.de", "link"],
    ["Th.de", "link"],
    ["Th.com Boer", "link"],
    ["Gmx.de Beispiel", "link"],
    ["hans-jochen.de Beispiel", "link"],
    ["Kauf bei billig.de", "link"],
    ["casino24.com", "link"],
    ["bit.ly/abc", "link"],
    ["http://x", "link"],
    ["Anna https://beispiel", "link"],
    ["anna@beispiel.de", "link"],
    ["münchen.de", "link"],
    ["Anna\u0000Beispiel", "forbidden"],
    ["\u0000Anna", "forbidden"],
    ["ㅤㅤ", "missing"],
    ["\u200b\ufeff", "missing"],
    ["Anna\ud800", "forbidden"],
    ["\udc00Anna", "forbidden"],
    ["<b>Anna</b>", "forbidden"],
    ["Anna & Bruno", "forbidden"],
    ["Anna 🙂", "forbidden"],
    ["=HYPERLINK(A)", "forbidden"],
    ["Anna_Beispiel", "forbidden"],
    [`Anna${"\u0336".repeat(6)}`, "forbidden"],
    [`Anna${"\u0301\u0316".repeat(40)}`, "forbidden"],
  ])("%j: %s", (raw, fault) => {
    expect(faultOf(raw)).toBe(fault);
  });
});

describe("Length counts code points, after tidying", () => {
  test.each([
    [NAME_LENGTH.min - 1, "too-short"],
    [NAME_LENGTH.min, null],
    [NAME_LENGTH.max, null],
    [NAME_LENGTH.max + 1, "too-long"],
  ])("%i letters: %s", (length, fault) => {
    expect(faultOf("a".repeat(length))).toBe(fault);
    expect(faultOf("𠮷".repeat(length))).toBe(fault);
    expect(faultOf(` ${"e\u0301".repeat(length)} `)).toBe(fault);
  });
});

test("The page offers another e-mail no sooner than one may be sent", () => {
  expect(RESEND_AFTER).toBeGreaterThanOrEqual(MAIL_COOLDOWN.gap);
});

test.each([
  ["new", "send-confirmation"],
  ["counted", "say-already-signed"],
  ["cooling-down", "nothing"],
  ["suppressed", "nothing"],
] as const)("An address that is %s: %s", (standing, deed) => {
  expect(whatToDo(standing)).toBe(deed);
});
