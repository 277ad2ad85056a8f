/** The seven languages, their addresses, and how an address moves from one language to another (specification, sections 1, 2 and 4). */

export const LANGUAGES = ["de", "en", "fr", "it", "es", "pl", "nl"] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = "de";

/** Each language's name for itself, as the language menu shows it. */
export const OWN_NAMES: Record<Language, string> = {
  de: "Deutsch",
  en: "English",
  fr: "Français",
  it: "Italiano",
  es: "Español",
  pl: "Polski",
  nl: "Nederlands",
};

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

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value);
}

/** `/widerruf` in French is `/fr/widerruf`; German carries no prefix. `path` begins with a slash and has no prefix. */
export function pathIn(language: Language, path: string): string {
  if (language === DEFAULT_LANGUAGE) return path;
  return path === "/" ? `/${language}` : `/${language}${path}`;
}

/** The article's address in a language. */
export function articlePath(language: Language): string {
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
  return (isArticle ? articlePath(language) : pathIn(language, rest)) + tail;
}

/** RFC 9110, 12.4.2. */
const WEIGHT = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/**
 * The best of our languages for an `Accept-Language` header (RFC 9110, 12.5.4), or null if none is wanted.
 * Total: any text is read, nothing throws, no more than the first 20 ranges count.
 */
export function acceptedLanguage(header: string | undefined): Language | null {
  const wishes = (header ?? "")
    .slice(0, 500)
    .split(",")
    .slice(0, 20)
    .map((range, position) => {
      const [tag = "", ...parameters] = range
        .toLowerCase()
        .split(";")
        .map((part) => part.trim());
      const weight = parameters.map((one) => WEIGHT.exec(one)?.[1]).find(Boolean);
      return { language: tag.split("-")[0], weight: weight === undefined ? 1 : Number(weight), position };
    })
    .filter((wish) => wish.weight > 0 && isLanguage(wish.language))
    .sort((a, b) => b.weight - a.weight || a.position - b.position);
  const best = wishes[0]?.language;
  return isLanguage(best) ? best : null;
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
