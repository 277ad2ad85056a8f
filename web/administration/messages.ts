/** The words of the administration, which no visitor ever needs. */
import type { Catalogue } from "../../messages/translate.ts";
import type { Language } from "../../petition/language.ts";
import { addMessages } from "../catalogues.ts";

/** Literal, so that each language becomes a file of its own. */
const fetchers: Record<Language, () => Promise<{ default: Catalogue }>> = {
  de: () => import("virtual:messages/de/administration"),
  en: () => import("virtual:messages/en/administration"),
  fr: () => import("virtual:messages/fr/administration"),
  it: () => import("virtual:messages/it/administration"),
  es: () => import("virtual:messages/es/administration"),
  pl: () => import("virtual:messages/pl/administration"),
  nl: () => import("virtual:messages/nl/administration"),
};

export async function loadAdministrationMessages(language: Language): Promise<void> {
  addMessages(language, (await fetchers[language]()).default);
}
