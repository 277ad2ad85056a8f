import type { Language } from "../../petition/language.ts";
import { translatorsOf } from "../translators.server.ts";

const translatorFor = translatorsOf(
  import.meta.glob("../../messages/*/discovery.json", { eager: true, import: "default" }),
  import.meta.glob("#campaign/messages/*/discovery.json", { eager: true, import: "default" }),
);

export type ApiWords = ReturnType<typeof apiWords>;

/** In the language of the page. */
export function apiWords(language: Language) {
  const t = translatorFor(language);
  return { title: t("discovery.title"), lede: t("discovery.lede"), inEnglish: t("discovery.inEnglish") };
}
