import words from "virtual:words/administration";
import type { Language } from "../../petition/language.ts";
import { addMessages } from "../catalogues.ts";

export async function loadAdministrationMessages(language: Language): Promise<void> {
  addMessages(language, (await words[language]()).default);
}
