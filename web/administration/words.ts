/** The words of the desk, which no visitor ever needs. */
import type { Catalogue } from "../../messages/translate.ts";
import type { Language } from "../../petition/language.ts";
import { addMessages } from "../catalogues.ts";

/** Literal, so that each language becomes a file of its own. */
const fetchers: Record<Language, () => Promise<{ default: Catalogue }>> = {
  de: () => import("virtual:messages/de/desk"),
  en: () => import("virtual:messages/en/desk"),
  fr: () => import("virtual:messages/fr/desk"),
  it: () => import("virtual:messages/it/desk"),
  es: () => import("virtual:messages/es/desk"),
  pl: () => import("virtual:messages/pl/desk"),
  nl: () => import("virtual:messages/nl/desk"),
};

export async function loadDesk(language: Language): Promise<void> {
  addMessages(language, (await fetchers[language]()).default);
}
