import { describe, expect, test } from "vitest";
import { LANGUAGES, type Language } from "./language.ts";
import {
  initialsOf,
  LATEST_SUPPORTERS,
  PAGE_SIZE_MAX,
  pagesFor,
  pagesShown,
  publicName,
  readPage,
  SUPPORTERS_PER_PAGE,
  timeAgo,
} from "./supporters.ts";

test("How many there are to a page", () => {
  expect([SUPPORTERS_PER_PAGE, LATEST_SUPPORTERS, PAGE_SIZE_MAX]).toEqual([50, 10, 100]);
});

test.each([
  [0, 1],
  [1, 1],
  [50, 1],
  [51, 2],
  [100, 2],
  [6_100_000, 122_000],
])("%i supporters fill %i pages", (total, pages) => {
  expect(pagesFor(total, SUPPORTERS_PER_PAGE)).toBe(pages);
});

test.each([
  [1, 1, [1]],
  [1, 2, [1, 2]],
  [2, 2, [1, 2]],
  [1, 3, [1, 2, 3]],
  [1, 4, [1, 2, 3, 4]],
  [1, 5, [1, 2, 3, "gap", 5]],
  [3, 5, [1, 2, 3, 4, 5]],
  [4, 10, [1, 2, 3, 4, 5, 6, "gap", 10]],
  [5, 10, [1, "gap", 3, 4, 5, 6, 7, "gap", 10]],
  [7, 10, [1, "gap", 5, 6, 7, 8, 9, 10]],
  [10, 10, [1, "gap", 8, 9, 10]],
  [99, 3, [1, "gap", 3]],
  [61_000, 122_000, [1, "gap", 60_998, 60_999, 61_000, 61_001, 61_002, "gap", 122_000]],
])("On page %i of %i the pages %j are shown", (current, last, shown) => {
  expect(pagesShown(current, last)).toEqual(shown);
});

test.each([
  ["Anna Bergmüller", "Anna B."],
  ["Anna Maria Bergmüller", "Anna B."],
  ["Anna-Maria Berg-Müller", "Anna-Maria B."],
  ["María García López", "María L."],
  ["Ludwig van Beethoven", "Ludwig B."],
  ["Ursula von der Leyen", "Ursula L."],
  ["Dr. Anna Bergmüller", "Anna B."],
  ["Dr. Bergmüller", "B."],
  ["von Bergmüller", "B."],
  ["Bergmüller", "B."],
  ["A.Bergmüller", "A."],
  ["A.Bergmüller Schmidt", "A. S."],
  ["Jean d’Ormesson", "Jean D."],
  ["Clara O’Neill", "Clara O."],
  ["anna bergmüller", "anna B."],
  ["Zoë A\u0308rmel", "Zoë A\u0308."],
  ["Gal·la Pérez", "Gal·la P."],
  ["Мария Иванова", "Мария И."],
  ["Μαρία Παπαδοπούλου", "Μαρία Π."],
  ["नेहा क्षत्रिय", "नेहा क्ष."],
  ["محمد علي", "محمد ع."],
  ["王小明", "明"],
  ["欧阳修", "修"],
  ["山田 太郎", "太郎"],
  ["김민수", "수"],
  ["김 민수", "민수"],
  ["アンナ・ミュラー", "アンナ ミ."],
  ["卡尔·马克思", "卡尔 马."],
])("Where surnames are shown as initials, %s is listed as %s", (name, shown) => {
  expect(publicName(name, "initials")).toBe(shown);
  expect(publicName(name, "full")).toBe(name);
});

test.each([
  ["1", 1],
  ["50", 50],
  ["007", 7],
  ["9007199254740991", Number.MAX_SAFE_INTEGER],
  ["9007199254740992", null],
  ["99999999999999999999999", null],
  ["0", null],
  ["00", null],
  ["-1", null],
  ["+1", null],
  ["1.0", null],
  ["1e3", null],
  ["0x10", null],
  [" 1", null],
  ["1\n", null],
  ["", null],
  ["١", null],
  ["eins", null],
  [undefined, null],
  [null, null],
  [1, null],
  [["1"], null],
])("The page %j is read as %j", (raw, page) => {
  expect(readPage(raw)).toBe(page);
});

test.each([
  ["Anna Beispiel", "AB"],
  ["Anna Maria Beispiel", "AB"],
  ["Anna", "A"],
  ["anna beispiel", "AB"],
  ["Ludwig van Beethoven", "LB"],
  ["von Müller", "M"],
  ["Anna de la", "A"],
  ["von der", "VD"],
  ["Gerard 't Hooft", "GH"],
  ["Dr. h.c. Anna", "A"],
  ["Prof. Dr. Anna Müller", "AM"],
  ["Dipl.-Ing. Bruno Köhler", "BK"],
  ["Bruno Köhler jr.", "BK"],
  ["Dr.", "D"],
  ["Nat Ing", "NI"],
  ["M.A. Schmidt", "MS"],
  ["Prof. Dr. med. Ewa Żak", "EŻ"],
  ["J.R. Tolkien", "JT"],
  ["Anna - Beispiel", "AB"],
  ["...Anna 'Beispiel", "AB"],
  ["Émile Zola", "ÉZ"],
  ["E\u0301mile Zola", "E\u0301Z"],
  ["łukasz żak", "ŁŻ"],
  ["istanbul irmak", "II"],
  ["ßeta", "S"],
  ["李明", "李"],
  ["𠮷田 太郎", "𠮷太"],
  ["Мария Иванова", "МИ"],
  ["محمد علی", "مع"],
  ["", ""],
  ["...", ""],
])("%j has the initials %j", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

describe("How long ago a signature was counted", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  const ago = (language: Language, milliseconds: number) => timeAgo(language, new Date(now.getTime() - milliseconds), now);
  const second = 1000;
  const minute = 60 * second;
  const hour = 60 * minute;
  const day = 24 * hour;

  test.each([
    [-hour, "gerade eben"],
    [0, "gerade eben"],
    [minute - 1, "gerade eben"],
    [minute, "vor 1 Minute"],
    [2 * minute - 1, "vor 1 Minute"],
    [59 * minute, "vor 59 Minuten"],
    [hour - 1, "vor 59 Minuten"],
    [hour, "vor 1 Stunde"],
    [day - 1, "vor 23 Stunden"],
    [day, "vor 1 Tag"],
    [7 * day - 1, "vor 6 Tagen"],
    [7 * day, "vor 1 Woche"],
    [29 * day, "vor 4 Wochen"],
    [30 * day, "vor 1 Monat"],
    [364 * day, "vor 11 Monaten"],
    [365 * day, "vor 1 Jahr"],
    [730 * day, "vor 2 Jahren"],
  ])("%i ms are said in German as %s", (elapsed, said) => {
    expect(ago("de", elapsed)).toBe(said);
  });

  test.each([
    [1, "1 minutę temu"],
    [2, "2 minuty temu"],
    [5, "5 minut temu"],
    [12, "12 minut temu"],
    [22, "22 minuty temu"],
    [25, "25 minut temu"],
  ])("Ewa reads of %i minutes: %s", (minutes, said) => {
    expect(ago("pl", minutes * minute)).toBe(said);
  });

  test.each([
    ["de", "gerade eben", "vor 3 Stunden"],
    ["en", "just now", "3 hours ago"],
    ["fr", "à l’instant", "il y a 3 heures"],
    ["it", "proprio ora", "3 ore fa"],
    ["es", "ahora mismo", "hace 3 horas"],
    ["pl", "przed chwilą", "3 godziny temu"],
    ["nl", "zojuist", "3 uur geleden"],
  ] as const)("in %s it is %s, then %s", (language, atOnce, afterwards) => {
    expect(ago(language, 0)).toBe(atOnce);
    expect(ago(language, 3 * hour)).toBe(afterwards);
  });

  test("a date that is none is said as a moment ago, in every language, and never throws", () => {
    for (const language of LANGUAGES) expect(timeAgo(language, new Date(Number.NaN), now)).toBe(ago(language, 0));
  });
});
