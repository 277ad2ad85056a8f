/** The site's own words, so that a journey finds its way in any language. */
import { compileMessages } from "../messages/catalogue.ts";
import { type Translate, translator } from "../messages/translate.ts";
import { LANGUAGES, type Language } from "../petition/language.ts";

const spoken = new Map(
  LANGUAGES.map((language) => [
    language,
    translator(language, { [language]: compileMessages(language, { forBrowser: false }) }),
  ]),
);

export function wordsIn(language: Language): Translate {
  const t = spoken.get(language);
  if (!t) throw new Error(`No words in ${language}`);
  return t;
}
