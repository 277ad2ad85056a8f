import { DEFAULT_LANGUAGE, isLanguage, type Language } from "./language.ts";
import { CAMPAIGN } from "./our-campaign.ts";

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
  address: "/meine-daten/adresse",
  consentText: "/einwilligung",
  legalNotice: "/impressum",
  privacy: "/datenschutz",
  accessibility: "/barrierefreiheit",
  transparency: "/transparenz",
  material: "/material",
  press: "/material/presse",
  developers: "/entwickler",
  consentDemo: "/consent-demo",
  administration: "/admin",
} as const;
export type Page = keyof typeof PAGES;

export const LANGUAGE_FORM = "/sprache";

export const HAS_ARTICLE = CAMPAIGN.article !== null;
export const ARTICLE_SLUGS: Readonly<Partial<Record<Language, string>>> = CAMPAIGN.article ?? {};

export function pageIn(language: Language, page: Page): string {
  return pathIn(language, PAGES[page]);
}

export function supportersPageIn(language: Language, page: number): string {
  return `${pageIn(language, "supportersPage")}/${page}`;
}

export function consentTextIn(language: Language, version: string): string {
  return `${pageIn(language, "consentText")}/${version}`;
}

export function materialPieceIn(language: Language, piece: string, form: string | null = null): string {
  return [pageIn(language, "material"), piece, ...(form === null ? [] : [form])].join("/");
}

export function qrCodeIn(language: Language): string {
  return `/qr/${language}.svg`;
}

export function feedIn(language: Language): string {
  return `/feed.xml?lang=${language}`;
}

export function readableAddress(url: string): string {
  return url.replace(/^https?:\/\//, "").replace(/\/$/, "");
}

export function pathIn(language: Language, path: string): string {
  if (language === DEFAULT_LANGUAGE) return path;
  return path === "/" ? `/${language}` : `/${language}${path}`;
}

export function articlePathIn(language: Language): string {
  return pathIn(language, `/${ARTICLE_SLUGS[language]}`);
}

/** The rest begins with a single slash: the rest of `/en//host` must not be the address of another host. */
export function splitPath(path: string): { prefix: Language | null; rest: string } {
  const [, first = ""] = /^\/([^/?#]*)/.exec(path) ?? [];
  const prefix = isLanguage(first) ? first : null;
  const rest = prefix ? path.slice(1 + prefix.length) : path;
  return { prefix, rest: rest.replace(/^\/*/, "/") };
}

export function translatePath(path: string, language: Language): string {
  const [, bare = "/", tail = ""] = /^([^?#]*)(.*)$/s.exec(path) ?? [];
  const { rest } = splitPath(bare);
  const isArticle = Object.values(ARTICLE_SLUGS).some((slug) => rest === `/${slug}` || rest === `/${slug}/`);
  return (isArticle ? articlePathIn(language) : pathIn(language, rest)) + tail;
}

/** Null if it is no path of this site: other hosts, schemes, `//host`, backslashes, control characters. */
export function ownPath(target: unknown): string | null {
  if (typeof target !== "string" || target.length > 2000) return null;
  if (!/^\/(?!\/)[^\\\p{Cc}\p{Cs}]*$/u.test(target)) return null;
  return target.replace(/[^\x21-\x7e]+/gu, encodeURIComponent);
}
