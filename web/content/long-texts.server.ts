import type { MessageKey } from "../../messages/keys.ts";
import { localeOf, type Translate, type Values, withOrdinal } from "../../messages/translate.ts";
import { DEFAULT_LANGUAGE, type Language } from "../../petition/language.ts";
import { translatorsOf } from "../translators.server.ts";
import type { Prose, ProsePart } from "./prose.ts";

export const longTranslatorFor = translatorsOf(
  import.meta.glob("../../messages/*/{accessibility,legal,privacy}.json", { eager: true, import: "default" }),
  import.meta.glob("#campaign/messages/*/{accessibility,legal,privacy}.json", { eager: true, import: "default" }),
);

export type ProseTags = Record<string, (text: string) => ProsePart>;

export function proseOf(t: Translate, key: MessageKey, values: Values = {}, tags: ProseTags = {}): Prose {
  const filled: Record<string, string | number | ((chunks: (string | ProsePart)[]) => ProsePart)> = { ...values };
  for (const [name, tag] of Object.entries(tags)) filled[name] = (chunks) => tag(chunks.join(""));
  const rich = t.rich<ProsePart>(key, filled);
  return Array.isArray(rich) ? rich : [rich];
}

export function dayIn(language: Language, day: string): string {
  const format = new Intl.DateTimeFormat(localeOf(language), { dateStyle: "long", timeZone: "UTC" });
  return withOrdinal(language, format.format(new Date(day)));
}

/** What the language whose version holds is called in `language`. */
export function authoritativeIn(language: Language): string {
  return new Intl.DisplayNames(localeOf(language), { type: "language" }).of(DEFAULT_LANGUAGE) ?? DEFAULT_LANGUAGE;
}
