/** The site's own words, so that a journey finds its way in any language. */
import type { Translate } from "../messages/translate.ts";
import type { Language } from "../petition/language.ts";
import { allTranslators } from "../server/platform/translators.ts";

export function wordsIn(language: Language): Translate {
  return allTranslators()[language];
}
