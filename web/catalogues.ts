/** The messages at hand: all seven languages on the server, in the browser the page's own and whichever else was asked for. */
import { type Catalogue, type Translate, translator } from "../messages/translate.ts";
import type { Language } from "../petition/language.ts";

const catalogues: Partial<Record<Language, Catalogue>> = {};
const translators = new Map<Language, Translate>();

/** Literal, so that each language becomes a file of its own. */
const fetchers: Record<Language, () => Promise<{ default: Catalogue }>> = {
  de: () => import("virtual:messages/de"),
  en: () => import("virtual:messages/en"),
  fr: () => import("virtual:messages/fr"),
  it: () => import("virtual:messages/it"),
  es: () => import("virtual:messages/es"),
  pl: () => import("virtual:messages/pl"),
  nl: () => import("virtual:messages/nl"),
};

export async function loadLanguage(language: Language): Promise<void> {
  catalogues[language] ??= (await fetchers[language]()).default;
}

export function addMessages(language: Language, more: Catalogue): void {
  Object.assign(catalogues[language] ?? {}, more);
}

/** Throws for a language that was not loaded. */
export function translatorFor(language: Language): Translate {
  const known = translators.get(language);
  if (known) return known;
  const made = translator(language, catalogues as Record<string, Catalogue>);
  translators.set(language, made);
  return made;
}
