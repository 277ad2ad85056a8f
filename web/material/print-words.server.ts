import type { Language } from "../../petition/language.ts";
import { BLEED, type Form, type Piece, SLUG, sheetOf } from "./pieces.ts";
import type { PrintWords } from "./print-page.tsx";
import { materialTranslator } from "./translator.server.ts";

export function printWords(language: Language, { piece, form }: { piece: Piece; form: Form }): PrintWords {
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
