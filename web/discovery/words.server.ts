import type { Language } from "../../petition/language.ts";
import { translatorsOf } from "../translators.server.ts";
import type { ApiWords } from "./api-view.ts";

const translatorFor = translatorsOf(
  import.meta.glob("../../messages/*/discovery.json", { eager: true, import: "default" }),
  import.meta.glob("#campaign/messages/*/discovery.json", { eager: true, import: "default" }),
);

export function apiWords(language: Language): ApiWords {
  const t = translatorFor(language);
  return { title: t("discovery.title"), lede: t("discovery.lede"), inEnglish: t("discovery.inEnglish") };
}
