import type { Translate } from "../../messages/translate.ts";
import type { Language } from "../../petition/language.ts";
import { CAMPAIGN } from "../../petition/our-campaign.ts";
import { PIECES } from "./pieces.ts";
import { sheetWords } from "./sheet-words.server.ts";
import { materialTranslator } from "./translator.server.ts";

export interface Picture {
  id: "wide" | "square" | "story";
  path: string;
  width: number;
  height: number;
}

export type MaterialContent = ReturnType<typeof materialContent>;
export type PictureWords = ReturnType<typeof picturesIn>;

export function materialContent(language: Language, publicUrl: string, pictures: Picture[]) {
  const t = materialTranslator(language);
  return {
    meta: { title: t("material.meta.title"), description: t("material.meta.description") },
    title: t("material.title"),
    lead: t("material.lead"),
    pieces: {
      title: t("material.pieces.title"),
      open: t("material.open"),
      black: t("material.forms.black"),
      shop: t("material.forms.bleed"),
      list: CAMPAIGN.pieces.map((id) => ({
        id,
        title: t(`material.pieces.${id}.title`),
        text: t(`material.pieces.${id}.text`),
        size: t("material.size", { ...PIECES[id].size }),
      })),
    },
    pictures: picturesIn(t, pictures),
    forPress: { title: t("material.forPress.title"), text: t("material.forPress.text"), link: t("material.forPress.link") },
    closed: t("material.closed"),
    sheet: sheetWords(language, publicUrl),
  };
}

export function picturesIn(t: Translate, pictures: Picture[]) {
  return {
    title: t("material.pictures.title"),
    text: t("material.pictures.text"),
    download: t("material.pictures.download"),
    alt: t("material.pictures.alt", { slogan: t("material.slogan").replaceAll("\n", " ") }),
    pictures: pictures.map((picture) => ({
      ...picture,
      name: t(`material.pictures.${picture.id}`),
      size: t("material.pictures.size", { width: String(picture.width), height: String(picture.height) }),
    })),
  };
}
