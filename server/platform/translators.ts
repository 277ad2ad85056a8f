import { compileMessages } from "../../messages/catalogue.ts";
import { type Translate, translator } from "../../messages/translate.ts";
import { LANGUAGES, type Language } from "../../petition/language.ts";

export type Translators = Record<Language, Translate>;

let made: Translators | undefined;

export function allTranslators(): Translators {
  made ??= compiledTranslators();
  return made;
}

export function readTextsAnew(): void {
  if (made) Object.assign(made, compiledTranslators());
}

function compiledTranslators(): Translators {
  const catalogues = Object.fromEntries(
    LANGUAGES.map((language) => [language, compileMessages(language, { forBrowser: false })]),
  );
  return Object.fromEntries(LANGUAGES.map((language) => [language, translator(language, catalogues)])) as Translators;
}
