import type { Language } from "./known-languages.ts";
import { CAMPAIGN } from "./our-campaign.ts";

export { directionOf, type Language, ownNameOf } from "./known-languages.ts";

export const LANGUAGES: readonly [Language, ...Language[]] = CAMPAIGN.languages;
export const DEFAULT_LANGUAGE: Language = LANGUAGES[0];

/** Of pages without a language, such as those for unknown addresses. */
export const NOWHERE_LANGUAGE: Language = LANGUAGES.includes("en") ? "en" : DEFAULT_LANGUAGE;

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value);
}

export function inEachLanguage<Value>(of: (language: Language) => Value): Record<Language, Value> {
  return Object.fromEntries(LANGUAGES.map((language) => [language, of(language)])) as Record<Language, Value>;
}

/** RFC 9110, 12.4.2. */
const WEIGHT = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/** The best for an `Accept-Language` header (RFC 9110, 12.5.4), or null. Never throws; more than 20 ranges are not read. */
export function acceptedLanguage(header: string | undefined): Language | null {
  if (header === undefined) return null;
  const wishes = header
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
