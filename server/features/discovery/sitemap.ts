import { articlePathIn, HAS_ARTICLE, pageIn } from "../../../petition/addresses.ts";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "../../../petition/language.ts";
import { escaped } from "../../platform/escaped.ts";

/** The others ask not to be indexed: lists of names, results of links, forms about one's data. */
const PAGES: ((language: Language) => string)[] = [
  (language) => pageIn(language, "home"),
  ...(HAS_ARTICLE ? [articlePathIn] : []),
  (language) => pageIn(language, "legalNotice"),
  (language) => pageIn(language, "privacy"),
  (language) => pageIn(language, "accessibility"),
  (language) => pageIn(language, "transparency"),
  (language) => pageIn(language, "material"),
  (language) => pageIn(language, "press"),
];

export function sitemap(publicUrl: string): string {
  const site = escaped(publicUrl);
  const entries = PAGES.flatMap((pathOf) => LANGUAGES.map((language) => entry(site, pathOf, language)));
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n' +
    `${entries.join("\n")}\n</urlset>\n`
  );
}

function entry(site: string, pathOf: (language: Language) => string, language: Language): string {
  const alternate = (hreflang: string, one: Language) =>
    `    <xhtml:link rel="alternate" hreflang="${hreflang}" href="${site}${pathOf(one)}"/>`;
  return [
    "  <url>",
    `    <loc>${site}${pathOf(language)}</loc>`,
    ...LANGUAGES.map((one) => alternate(one, one)),
    alternate("x-default", DEFAULT_LANGUAGE),
    "  </url>",
  ].join("\n");
}
