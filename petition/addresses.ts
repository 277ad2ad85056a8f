/** The path of every page, once, and how an address moves from one language to another. */
import { DEFAULT_LANGUAGE, isLanguage, type Language } from "./language.ts";

/** In German, without a prefix; {@link pageIn} puts a language before it. */
export const PAGES = {
  home: "/",
  confirmation: "/confirm",
  suppression: "/nicht-ich",
  supporters: "/unterstuetzer",
  supportersPage: "/unterstuetzer/seite",
  tooManyPages: "/zu-viele-seiten",
  withdrawal: "/widerruf",
  restoration: "/wiederherstellen",
  personal: "/meine-daten",
  personalDownload: "/meine-daten/herunterladen",
  consentText: "/einwilligung",
  legalNotice: "/impressum",
  privacy: "/datenschutz",
  accessibility: "/barrierefreiheit",
  consentDemo: "/consent-demo",
  administration: "/admin",
} as const;
export type Page = keyof typeof PAGES;

/** Where the form of the language menu goes: no page, and the same in every language. */
export const LANGUAGE_FORM = "/sprache";

/** The last part of the digital-euro article's address. */
export const ARTICLE_SLUGS: Record<Language, string> = {
  de: "digitaler-euro",
  en: "digital-euro",
  fr: "euro-numerique",
  it: "euro-digitale",
  es: "euro-digital",
  pl: "euro-cyfrowy",
  nl: "digitale-euro",
};

/** `withdrawal` in French is `/fr/widerruf`. */
export function pageIn(language: Language, page: Page): string {
  return pathIn(language, PAGES[page]);
}

/** A page of the list of supporters, from 1. */
export function supportersPageIn(language: Language, page: number): string {
  return `${pageIn(language, "supportersPage")}/${page}`;
}

/** A consent text, by its version. */
export function consentTextIn(language: Language, version: string): string {
  return `${pageIn(language, "consentText")}/${version}`;
}

/** `/widerruf` in French is `/fr/widerruf`; German carries no prefix. `path` begins with a slash and has no prefix. */
export function pathIn(language: Language, path: string): string {
  if (language === DEFAULT_LANGUAGE) return path;
  return path === "/" ? `/${language}` : `/${language}${path}`;
}

export function articlePathIn(language: Language): string {
  return pathIn(language, `/${ARTICLE_SLUGS[language]}`);
}

/**
 * Splits a path, with or without query and fragment, into its language prefix, if it has one, and the rest, which
 * always begins with a single slash: what is left of `/en//host` must not become the address of another host.
 */
export function splitPath(path: string): { prefix: Language | null; rest: string } {
  const [, first = ""] = /^\/([^/?#]*)/.exec(path) ?? [];
  const prefix = isLanguage(first) ? first : null;
  const rest = prefix ? path.slice(1 + prefix.length) : path;
  return { prefix, rest: rest.replace(/^\/*/, "/") };
}

/**
 * The same page in another language: prefix replaced, added or dropped, the article's slug translated.
 * `path` is a path of this site and may carry a query and a fragment, which are kept.
 */
export function translatePath(path: string, language: Language): string {
  const [, bare = "/", tail = ""] = /^([^?#]*)(.*)$/s.exec(path) ?? [];
  const { rest } = splitPath(bare);
  const isArticle = Object.values(ARTICLE_SLUGS).some((slug) => rest === `/${slug}` || rest === `/${slug}/`);
  return (isArticle ? articlePathIn(language) : pathIn(language, rest)) + tail;
}

/**
 * A path of this very site that a browser may be sent to, as it goes into a header (what is not ASCII is
 * percent-encoded), or null for anything else: other hosts, schemes, `//host`, back slashes, control characters.
 */
export function ownPath(target: unknown): string | null {
  if (typeof target !== "string" || target.length > 2000) return null;
  if (!/^\/(?!\/)[^\\\p{Cc}\p{Cs}]*$/u.test(target)) return null;
  return target.replace(/[^\x21-\x7e]+/gu, encodeURIComponent);
}
