/** The words of the page of the public log, which no other page needs. Before anything else of the page it awaits these. */
import type { Catalogue } from "../../messages/translate.ts";
import { DEFAULT_LANGUAGE, isLanguage, type Language } from "../../petition/language.ts";
import { addMessages, loadLanguage } from "../catalogues.ts";

/** Literal, so that each language becomes a file of its own. */
const fetchers: Record<Language, () => Promise<{ default: Catalogue }>> = {
  de: () => import("virtual:messages/de/transparency"),
  en: () => import("virtual:messages/en/transparency"),
  fr: () => import("virtual:messages/fr/transparency"),
  it: () => import("virtual:messages/it/transparency"),
  es: () => import("virtual:messages/es/transparency"),
  pl: () => import("virtual:messages/pl/transparency"),
  nl: () => import("virtual:messages/nl/transparency"),
};

export async function learnTransparency(): Promise<void> {
  // The server has learnt everything.
  if (import.meta.env.SSR) return;
  const { lang } = document.documentElement;
  const language = isLanguage(lang) ? lang : DEFAULT_LANGUAGE;
  const [more] = await Promise.all([fetchers[language](), loadLanguage(language)]);
  addMessages(language, more.default);
}
