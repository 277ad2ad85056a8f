import { pageIn, qrCodeIn, readableAddress } from "../../petition/addresses.ts";
import type { Language } from "../../petition/language.ts";
import { DEMANDS } from "../demands.ts";
import { translatorFor } from "../translation.tsx";
import type { SheetWords } from "./sheet-words.ts";
import { materialTranslator } from "./translator.server.ts";
import { whoAnswers } from "./who-answers.server.ts";

export function sheetWords(language: Language, publicUrl: string): SheetWords {
  const t = translatorFor(language);
  const m = materialTranslator(language);
  const address = readableAddress(publicUrl + pageIn(language, "home"));
  return {
    name: t("frame.name"),
    kind: m("material.sheet.kind"),
    slogan: m("material.slogan").split("\n"),
    lede: t("home.hero.lede"),
    demandsTitle: t("home.why.demands.title"),
    demands: DEMANDS.map((demand) => t(demand)),
    sign: t("home.hero.sign"),
    ease: `${t("home.hero.duration")} ${t("home.hero.free")}`,
    till: m("material.sheet.till").split("\n"),
    welcome: m("material.sheet.welcome"),
    keep: m("material.sheet.keep"),
    address,
    code: { path: qrCodeIn(language), alt: m("material.sheet.code", { address }) },
    responsible: whoAnswers(language),
  };
}
