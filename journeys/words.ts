/** The site's own words, so that a journey finds its way in any language. What the specification words is written out in the tests. */
import { compileMessages } from "../messages/catalogue.ts";
import { type Say, speaker } from "../messages/say.ts";
import { LANGUAGES, type Language } from "../petition/language.ts";

const spoken = new Map(
  LANGUAGES.map((language) => [language, speaker(language, { [language]: compileMessages(language, { forBrowser: false }) })]),
);

export function wordsIn(language: Language): Say {
  const say = spoken.get(language);
  if (!say) throw new Error(`No words in ${language}`);
  return say;
}
