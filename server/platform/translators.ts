import { compileMessages } from "../../messages/catalogue.ts";
import { type Translate, translator } from "../../messages/translate.ts";
import { inEachLanguage, type Language } from "../../petition/language.ts";

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
  const catalogues = inEachLanguage((language) => compileMessages(language, { forBrowser: false }));
  return inEachLanguage((language) => translator(language, catalogues));
}
