import { expect, test } from "vitest";
import { compileMessages } from "../../messages/catalogue.ts";
import { translator } from "../../messages/translate.ts";
import { PAGES } from "../../petition/addresses.ts";
import type { Language } from "../../petition/language.ts";
import { pageMeta } from "./metadata.ts";

const described = { title: "Title", description: "Description" };

function facts(language: Language) {
  const t = translator(language, { [language]: compileMessages(language, { forBrowser: true }) });
  return { language, t, publicUrl: "https://bargeld.example" };
}

function links(language: "de" | "fr", path: string) {
  const all = pageMeta({ ...described, path }, facts(language));
  return Object.fromEntries(
    all.flatMap((one) => ("rel" in one ? [[String("hrefLang" in one ? one.hrefLang : one.rel), String(one.href)]] : [])),
  );
}

test("the home page knows itself in seven languages, and German stands for all others; beside it is its feed", () => {
  expect(links("fr", "/fr")).toEqual({
    canonical: "https://bargeld.example/fr",
    de: "https://bargeld.example/",
    en: "https://bargeld.example/en",
    fr: "https://bargeld.example/fr",
    it: "https://bargeld.example/it",
    es: "https://bargeld.example/es",
    pl: "https://bargeld.example/pl",
    nl: "https://bargeld.example/nl",
    alternate: "https://bargeld.example/feed.xml?lang=fr",
    "x-default": "https://bargeld.example/",
  });
});

test("the article's address is translated with its language", () => {
  expect(links("de", "/digitaler-euro")).toMatchObject({
    canonical: "https://bargeld.example/digitaler-euro",
    pl: "https://bargeld.example/pl/euro-cyfrowy",
  });
});

test("only pages that ask for it are kept out of search engines", () => {
  const robots = { name: "robots", content: "noindex" };
  expect(pageMeta({ ...described, path: "/" }, facts("de"))).not.toContainEqual(robots);
  expect(pageMeta({ ...described, path: PAGES.withdrawal, noindex: true }, facts("de"))).toContainEqual(robots);
});

test("the picture of a shared page is named by its whole address, with its size and what stands in it", () => {
  const all = pageMeta({ ...described, path: "/pl/widerruf" }, facts("pl"));
  const property = (name: string) => all.flatMap((one) => ("property" in one && one.property === name ? [one.content] : []));
  expect(property("og:image")).toEqual([expect.stringMatching(/^https:\/\/bargeld\.example\/share\/pl\.\w+\.png$/)]);
  expect(property("og:image:width")).toEqual(["1200"]);
  expect(property("og:image:height")).toEqual(["630"]);
  expect(property("og:image:alt")).toEqual([expect.stringContaining("Gotówka musi pozostać")]);
});
