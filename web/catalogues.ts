/** The loaded messages: all languages on the server; in the browser the language of the page and those asked for. */
import words from "virtual:words/home";
import { type Catalogue, type Translate, translator } from "../messages/translate.ts";
import { DEFAULT_LANGUAGE, isLanguage, type Language } from "../petition/language.ts";

export type Words = Record<Language, () => Promise<{ default: Catalogue }>>;

const catalogues: Partial<Record<Language, Catalogue>> = {};
const translators: Partial<Record<Language, Translate>> = {};

export async function loadLanguage(language: Language): Promise<void> {
  catalogues[language] ??= (await words[language]()).default;
}

/** Adds words that not every page needs, in the language of the page that is open. The server has them all. */
export async function learn(more: Words): Promise<void> {
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
  translators[language] ??= translator(language, catalogues as Record<string, Catalogue>);
  return translators[language];
}
