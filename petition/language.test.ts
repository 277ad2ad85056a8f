import { describe, expect, test } from "vitest";
import { ARTICLE_SLUGS, articlePathIn, ownPath, pathIn, splitPath, translatePath } from "./addresses.ts";
import { acceptedLanguage, DEFAULT_LANGUAGE, isLanguage, LANGUAGES, ownNameOf } from "./language.ts";

test("There are seven languages, German first, each with a name and an article", () => {
  expect(LANGUAGES).toEqual(["de", "en", "fr", "it", "es", "pl", "nl"]);
  expect(DEFAULT_LANGUAGE).toBe("de");
  expect(LANGUAGES).toHaveLength(7);
  expect(new Set(LANGUAGES.map(ownNameOf)).size).toBe(7);
  expect(LANGUAGES.map(articlePathIn)).toEqual([
    "/digitaler-euro",
    "/en/digital-euro",
    "/fr/euro-numerique",
    "/it/euro-digitale",
    "/es/euro-digital",
    "/pl/euro-cyfrowy",
    "/nl/digitale-euro",
  ]);
  expect(new Set(Object.values(ARTICLE_SLUGS)).size).toBe(LANGUAGES.length);
});

test.each([
  ["de", true],
  ["nl", true],
  ["DE", false],
  ["de-AT", false],
  ["xx", false],
  ["", false],
  ["constructor", false],
  [undefined, false],
  [["de"], false],
])("Is %j one of our languages? %s", (value, is) => {
  expect(isLanguage(value)).toBe(is);
});

test.each([
  ["de", "/", "/"],
  ["de", "/widerruf", "/widerruf"],
  ["fr", "/", "/fr"],
  ["fr", "/widerruf", "/fr/widerruf"],
] as const)("In %s the path %s is %s", (language, path, there) => {
  expect(pathIn(language, path)).toBe(there);
});

test.each([
  ["/", null, "/"],
  ["/widerruf", null, "/widerruf"],
  ["/en", "en", "/"],
  ["/en/", "en", "/"],
  ["/en/widerruf", "en", "/widerruf"],
  ["/de/widerruf", "de", "/widerruf"],
  ["/en?x=/fr", "en", "/?x=/fr"],
  ["/en#sign", "en", "/#sign"],
  ["/?x=/fr", null, "/?x=/fr"],
  ["/english", null, "/english"],
  ["/EN/widerruf", null, "/EN/widerruf"],
  ["/en//evil.example", "en", "/evil.example"],
  ["//evil.example", null, "/evil.example"],
  ["", null, "/"],
])("%j has the prefix %j and the rest %j", (path, prefix, rest) => {
  expect(splitPath(path)).toEqual({ prefix, rest });
});

describe("A page moves to another language", () => {
  test.each([
    ["/", "fr", "/fr"],
    ["/fr", "de", "/"],
    ["/fr", "pl", "/pl"],
    ["/de", "de", "/"],
    ["/fr/widerruf", "de", "/widerruf"],
    ["/widerruf", "nl", "/nl/widerruf"],
    ["/fr/unterstuetzer/seite/3", "it", "/it/unterstuetzer/seite/3"],
    ["/digitaler-euro", "fr", "/fr/euro-numerique"],
    ["/fr/euro-numerique", "de", "/digitaler-euro"],
    ["/fr/digitale-euro", "es", "/es/euro-digital"],
    ["/digital-euro", "en", "/en/digital-euro"],
    ["/en/digital-euro/", "pl", "/pl/euro-cyfrowy"],
    ["/?x=1#why-panel", "fr", "/fr?x=1#why-panel"],
    ["/en?x=/fr#sign", "de", "/?x=/fr#sign"],
    ["/en/confirm?token=AbC", "de", "/confirm?token=AbC"],
    ["/digitaler-euro?a=b", "nl", "/nl/digitale-euro?a=b"],
    ["/en//evil.example", "de", "/evil.example"],
    ["/en///evil.example/", "de", "/evil.example/"],
  ] as const)("%s in %s is %s", (path, language, there) => {
    expect(translatePath(path, language)).toBe(there);
    expect(translatePath(there, language)).toBe(there);
  });
});

describe("The browser's wishes", () => {
  test.each([
    [undefined, null],
    ["", null],
    ["fr", "fr"],
    ["FR-be", "fr"],
    ["de-AT,de;q=0.9,en;q=0.8", "de"],
    ["ja,pl;q=0.5,en;q=0.7", "en"],
    ["it,es", "it"],
    ["it;q=0.8,es;q=0.8", "it"],
    ["en ; q=0.5 , nl ; q=0.6", "nl"],
    ["en;q=0,fr;q=0.1", "fr"],
    ["en;q=0.000", null],
    ["en;q=1.000,fr", "en"],
    ["fr;q=0.9,en;Q=0.95", "en"],
    ["ja,zh;q=0.9", null],
    ["*", null],
    ["dex", null],
    [";;;,,,=", null],
    ["q=0.5", null],
    [`${"ja,".repeat(30)}fr`, null],
    ["x".repeat(100_000), null],
  ])("%j: %j", (header, language) => {
    expect(acceptedLanguage(header)).toBe(language);
  });

  test("Ewa's wish is not outbid by a weight above one", () => {
    expect(acceptedLanguage("pl;q=1,en;q=1.9")).toBe("pl");
  });
});

describe("A browser is sent to this site only", () => {
  test.each([
    ["/", "/"],
    ["/fr/widerruf?x=1#y", "/fr/widerruf?x=1#y"],
    ["/?next=https://beispiel.de", "/?next=https://beispiel.de"],
    ["/%2F/x", "/%2F/x"],
    ["/ü b", "/%C3%BC%20b"],
    ["/€/𠮷", "/%E2%82%AC/%F0%A0%AE%B7"],
  ])("%j is ours", (target, path) => {
    expect(ownPath(target)).toBe(path);
  });

  test.each([
    "",
    "fr",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\/evil.example",
    "/fr\\x",
    "https://evil.example/",
    "javascript:alert(1)",
    " /fr",
    "/\t/evil.example",
    "/\n/evil.example",
    "/fr\r\nSet-Cookie: a=b",
    "/\u0000",
    "/\u0085",
    "/\ud800",
    `/${"a".repeat(2000)}`,
    null,
    undefined,
    7,
    ["/fr"],
  ])("%j is not", (target) => {
    expect(ownPath(target)).toBeNull();
  });

  test("no switch of language leads elsewhere", () => {
    for (const target of ["/en//evil.example", "/en///evil.example", "/de//evil.example/..", "/en/"])
      for (const language of LANGUAGES) expect(ownPath(translatePath(target, language))).not.toBeNull();
  });
});
