/** The words that the home page does without. Each page that says any of them awaits this before anything else. */
import type { Catalogue } from "../messages/translate.ts";
import { DEFAULT_LANGUAGE, isLanguage, type Language } from "../petition/language.ts";
import { addMessages, loadLanguage } from "./catalogues.ts";

/** Literal, so that each language becomes a file of its own. */
const fetchers: Record<Language, () => Promise<{ default: Catalogue }>> = {
  de: () => import("virtual:messages/de/beyond-home"),
  en: () => import("virtual:messages/en/beyond-home"),
  fr: () => import("virtual:messages/fr/beyond-home"),
  it: () => import("virtual:messages/it/beyond-home"),
  es: () => import("virtual:messages/es/beyond-home"),
  pl: () => import("virtual:messages/pl/beyond-home"),
  nl: () => import("virtual:messages/nl/beyond-home"),
};

export async function learnBeyondHome(): Promise<void> {
  // The server has learnt everything.
  if (import.meta.env.SSR) return;
  const { lang } = document.documentElement;
  const language = isLanguage(lang) ? lang : DEFAULT_LANGUAGE;
  const [more] = await Promise.all([fetchers[language](), loadLanguage(language)]);
  addMessages(language, more.default);
}
