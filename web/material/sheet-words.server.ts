/** What the printed pieces say, and the page around each of them. */
import type { Translate } from "../../messages/translate.ts";
import { pageIn, qrCodeIn, readableAddress } from "../../petition/addresses.ts";
import type { Language } from "../../petition/language.ts";
import { emsOf } from "../../petition/lettering.ts";
import { CAMPAIGN } from "../../petition/our-campaign.ts";
import { type PetitionConfig, petitionConfig } from "../../petition.config.ts";
import { DEMANDS } from "../demands.ts";
import { isOpen } from "../filled-in.ts";
import { translatorFor } from "../translation.tsx";
import { BLEED, type Form, type Piece, SLUG, sheetOf } from "./pieces.ts";
import { materialTranslator } from "./translator.server.ts";

export type SheetWords = ReturnType<typeof sheetWords>;
export type PrintWords = ReturnType<typeof printWords>;

export function sheetWords(language: Language, publicUrl: string) {
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
    demands: DEMANDS.map((demand) => t(demand)),
    sign: t("home.hero.sign"),
    ease: `${t("home.hero.duration")} ${t("home.hero.free")}`,
    till: CAMPAIGN.pieces.includes("till") ? tillWords(language, m) : null,
    address,
    code: { path: qrCodeIn(language), alt: m("material.sheet.code", { address }) },
    responsible: whoAnswers(language),
  };
}

function tillWords(language: Language, m: Translate) {
  const lines = m("material.sheet.till").split("\n");
  return {
    lines,
    size: sloganSize("till", lines, language),
    welcome: m("material.sheet.welcome"),
    keep: m("material.sheet.keep"),
  };
}

/** So many ems have room in the size that the style sheets give to all, and in the larger ones that they give to some. */
const ROOM: Record<"slogan" | "till", { usual: number } & Partial<Record<Language, number>>> = {
  slogan: { usual: 5.75, de: 3.9, en: 2.5, pl: 4.7, nl: 4.85 },
  till: { usual: 8.2, de: 5, en: 6.3, pl: 6.3, nl: 6.3 },
};
const MOST = 16;

/** A class that makes the letters small enough for a longer line, or null. */
function sloganSize(of: keyof typeof ROOM, lines: string[], language: Language): string | null {
  const ems = Math.max(...lines.map(emsOf));
  return ems <= (ROOM[of][language] ?? ROOM[of].usual) ? null : `ems ems-${Math.min(MOST, Math.ceil(ems))}`;
}

/** The law wants a person with an address on what is put up; without one, at least the publisher. */
export function whoAnswers(language: Language, config: PetitionConfig = petitionConfig): string | null {
  const t = materialTranslator(language);
  const { contentResponsible: person, organisation } = config;
  const inFull = ({ name, addressLines }: { name: string; addressLines: string[] }) =>
    [name, ...addressLines].some(isOpen) ? null : [name, ...addressLines].join(", ");
  const named = inFull(person);
  if (named) return t("material.sheet.responsible", { who: named });
  const publisher = inFull(organisation);
  return publisher && t("material.sheet.publisher", { who: publisher });
}

export function printWords(language: Language, { piece, form }: { piece: Piece; form: Form }) {
  const t = materialTranslator(language);
  return {
    title: t(`material.pieces.${piece.id}.title`),
    text: t(`material.pieces.${piece.id}.text`),
    back: t("material.print.back"),
    button: t("material.print.button"),
    forms: {
      label: t("material.forms.label"),
      names: {
        colour: t("material.forms.colour"),
        black: t("material.forms.black"),
        bleed: t("material.forms.bleed"),
        bleedBlack: t("material.forms.bleedBlack"),
      },
    },
    how: form.hasBleed ? forShop() : atHome(),
  };

  function atHome(): string[] {
    const { width, height } = piece.home;
    const how = t("material.print.how", { paper: piece.paper, landscape: width > height ? "yes" : "no" });
    const after = piece.after ? [t(`material.print.${piece.after}`)] : [];
    return [how, [t("material.print.edge"), ...after].join(" ")];
  }

  function forShop(): string[] {
    const { width, height } = sheetOf(piece, form);
    return [t("material.print.bleed", { width, height, slug: SLUG, bleed: BLEED }), t("material.print.honest")];
  }
}
