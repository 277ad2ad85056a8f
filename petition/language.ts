export const LANGUAGES = ["de", "en", "fr", "it", "es", "pl", "nl"] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = "de";

export const OWN_NAMES: Record<Language, string> = {
  de: "Deutsch",
  en: "English",
  fr: "Français",
  it: "Italiano",
  es: "Español",
  pl: "Polski",
  nl: "Nederlands",
};

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value);
}

/** RFC 9110, 12.4.2. */
const WEIGHT = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/** The best for an `Accept-Language` header (RFC 9110, 12.5.4), or null. Never throws; more than 20 ranges are not read. */
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
