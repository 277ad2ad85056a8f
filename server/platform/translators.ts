import { compileMessages } from "../../messages/catalogue.ts";
import { type Translate, translator } from "../../messages/translate.ts";
import { LANGUAGES, type Language } from "../../petition/language.ts";

export type Translators = Record<Language, Translate>;

let made: Translators | undefined;

/** Compiled once: the texts stay the same for as long as the process runs. */
export function allTranslators(): Translators {
  made ??= compiledTranslators();
  return made;
}

/** For whoever holds them already, too: while one develops, e-mails say at once what was written. */
export function readTextsAnew(): void {
  if (made) Object.assign(made, compiledTranslators());
}

function compiledTranslators(): Translators {
  const catalogues = Object.fromEntries(
    LANGUAGES.map((language) => [language, compileMessages(language, { forBrowser: false })]),
  );
  return Object.fromEntries(LANGUAGES.map((language) => [language, translator(language, catalogues)])) as Translators;
}
