/** The messages at hand: all seven languages on the server, in the browser the page's own and whichever else was asked for. */
import { type Catalogue, type Translate, translator } from "../messages/translate.ts";
import { DEFAULT_LANGUAGE, isLanguage, type Language } from "../petition/language.ts";

const catalogues: Partial<Record<Language, Catalogue>> = {};
const translators = new Map<Language, Translate>();

type Fetchers = Record<Language, () => Promise<{ default: Catalogue }>>;

/** Literal, so that each language becomes a file of its own. */
const fetchers: Fetchers = {
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

/** Adds words that not every page needs, in the language of the page that is open. `more` is literal, as `fetchers` is. */
export async function learn(more: Fetchers): Promise<void> {
  // The server has learnt everything.
  if (import.meta.env.SSR) return;
  const { lang } = document.documentElement;
  const language = isLanguage(lang) ? lang : DEFAULT_LANGUAGE;
  const [learnt] = await Promise.all([more[language](), loadLanguage(language)]);
  addMessages(language, learnt.default);
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
