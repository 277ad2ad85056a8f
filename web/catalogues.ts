/** The messages at hand: all seven languages on the server, in the browser the page's own and whichever else was asked for. */
import { type Catalogue, type Say, speaker } from "../messages/say.ts";
import type { Language } from "../petition/language.ts";

const catalogues: Partial<Record<Language, Catalogue>> = {};
const speakers = new Map<Language, Say>();

/** Literal, so that each language becomes a file of its own. */
const fetchers: Record<Language, () => Promise<{ default: Catalogue }>> = {
  de: () => import("virtual:messages/de"),
  en: () => import("virtual:messages/en"),
  fr: () => import("virtual:messages/fr"),
  it: () => import("virtual:messages/it"),
  es: () => import("virtual:messages/es"),
  pl: () => import("virtual:messages/pl"),
  nl: () => import("virtual:messages/nl"),
};

/** Fetches a language once; afterwards {@link sayIn} speaks it. */
export async function learnLanguage(language: Language): Promise<void> {
  catalogues[language] ??= (await fetchers[language]()).default;
}

/** Adds texts that only one page has to a language that was learnt. */
export function learnMore(language: Language, more: Catalogue): void {
  Object.assign(catalogues[language] ?? {}, more);
}

/** The speaker of a language that was learnt; throws the specification's error (section 8) for another. */
export function sayIn(language: Language): Say {
  const known = speakers.get(language);
  if (known) return known;
  const made = speaker(language, catalogues as Record<string, Catalogue>);
  speakers.set(language, made);
  return made;
}
