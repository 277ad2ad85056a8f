import type { Translate } from "../../messages/translate.ts";
import { pageIn, qrCodeIn, readableAddress } from "../../petition/addresses.ts";
import type { Language } from "../../petition/language.ts";
import { CAMPAIGN } from "../../petition/our-campaign.ts";
import { DEMANDS } from "../demands.ts";
import { translatorFor } from "../translation.tsx";
import type { SheetWords } from "./sheet-words.ts";
import { sloganSize } from "./slogan-size.ts";
import { materialTranslator } from "./translator.server.ts";
import { whoAnswers } from "./who-answers.server.ts";

export function sheetWords(language: Language, publicUrl: string): SheetWords {
  const t = translatorFor(language);
  const m = materialTranslator(language);
  const address = readableAddress(publicUrl + pageIn(language, "home"));
  const slogan = m("material.slogan").split("\n");
  return {
    name: t("frame.name"),
    kind: m("material.sheet.kind"),
    slogan,
    sloganSize: sloganSize("slogan", slogan, language),
    lede: t("home.hero.lede"),
    demandsTitle: t("home.why.demands.title"),
    demands: DEMANDS.map((demand) => t(demand)),
    sign: t("home.hero.sign"),
    ease: `${t("home.hero.duration")} ${t("home.hero.free")}`,
    till: CAMPAIGN.pieces.includes("till") ? tillWords(language, m) : null,
    address,
    code: { path: qrCodeIn(language), alt: m("material.sheet.code", { address }) },
    responsible: whoAnswers(language),
  };
}

function tillWords(language: Language, m: Translate): SheetWords["till"] {
  const lines = m("material.sheet.till").split("\n");
  return {
    lines,
    size: sloganSize("till", lines, language),
    welcome: m("material.sheet.welcome"),
    keep: m("material.sheet.keep"),
  };
}
