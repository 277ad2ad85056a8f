import { compileMessages } from "../messages/catalogue.ts";
import { type Translate, translator } from "../messages/translate.ts";
import { LANGUAGES, type Language } from "../petition/language.ts";

export type Translators = Record<Language, Translate>;

export function allTranslators(): Translators {
  const catalogues = Object.fromEntries(
    LANGUAGES.map((language) => [language, compileMessages(language, { forBrowser: false })]),
  );
  return Object.fromEntries(LANGUAGES.map((language) => [language, translator(language, catalogues)])) as Translators;
}
