import type { Translate } from "../../messages/translate.ts";
import type { Language } from "../../petition/language.ts";
import type { TextOf } from "../facts/sources.server.ts";
import { valuesIn } from "../facts/values.server.ts";
import { translatorsOf } from "../translators.server.ts";

const translatorFor = translatorsOf(
  import.meta.glob("../../messages/*/article.json", { eager: true, import: "default" }),
  import.meta.glob("#campaign/messages/*/article.json", { eager: true, import: "default" }),
);

export interface Voice {
  t: Translate;
  textOf: TextOf;
}

const voices = new Map<Language, Voice>();

export function voiceOf(language: Language): Voice {
  const known = voices.get(language);
  if (known) return known;
  const t = translatorFor(language);
  const values = valuesIn(language);
  const made: Voice = { t, textOf: (key, more) => joined(language, t(key, { ...values, ...more })) };
  voices.set(language, made);
  return made;
}

/** Polish ends no line with a word of one letter. */
function joined(language: Language, text: string): string {
  return language === "pl" ? text.replace(/(?<=^|\s)([aiouwz])\s/giu, "$1\u00a0") : text;
}
