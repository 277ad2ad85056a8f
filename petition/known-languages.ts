/** The languages of the product. A campaign uses some of them, or all: `petition/language.ts`. */

/** A line for each. The rest of a language is its folder in `messages/`: see docs/another-language.md. */
const KNOWN = {
  de: { name: "Deutsch", direction: "ltr", justNow: "gerade eben" },
  en: { name: "English", direction: "ltr", justNow: "just now" },
  fr: { name: "Français", direction: "ltr", justNow: "à l’instant" },
  it: { name: "Italiano", direction: "ltr", justNow: "proprio ora" },
  es: { name: "Español", direction: "ltr", justNow: "ahora mismo" },
  pl: { name: "Polski", direction: "ltr", justNow: "przed chwilą" },
  nl: { name: "Nederlands", direction: "ltr", justNow: "zojuist" },
} as const satisfies Record<string, { name: string; direction: "ltr" | "rtl"; justNow: string }>;

export type Language = keyof typeof KNOWN;

export function ownNameOf(language: Language): string {
  return KNOWN[language].name;
}

export function directionOf(language: Language): "ltr" | "rtl" {
  return KNOWN[language].direction;
}

export function justNowIn(language: Language): string {
  return KNOWN[language].justNow;
}
