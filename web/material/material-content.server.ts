import type { PetitionStats } from "../../contract/supporters.ts";
import type { Translate } from "../../messages/translate.ts";
import { pageIn, qrCodeIn, readableAddress } from "../../petition/addresses.ts";
import { addressOf, factOf, factsOf, sourceOf } from "../../petition/facts.ts";
import type { Language } from "../../petition/language.ts";
import { emsOf } from "../../petition/lettering.ts";
import { CAMPAIGN, COLLECTS_ON_PAPER } from "../../petition/our-campaign.ts";
import { petitionConfig } from "../../petition.config.ts";
import { DEMANDS } from "../demands.ts";
import { linked } from "../facts/sources.server.ts";
import { dayIn, valuesIn } from "../facts/values.server.ts";
import { isOpen } from "../filled-in.ts";
import { handoverIn } from "../handover.ts";
import { ARTICLE } from "../our-article.server.ts";
import { translatorFor } from "../translation.tsx";
import { translatorsOf } from "../translators.server.ts";
import { BLEED, type Form, PIECES, type Piece, SLUG, sheetOf } from "./pieces.ts";
import { signedWords } from "./signed-words.server.ts";

export type MaterialContent = ReturnType<typeof materialContent>;
export type PictureWords = ReturnType<typeof picturesIn>;
export type PressContent = ReturnType<typeof pressContent>;
export type SheetWords = ReturnType<typeof sheetWords>;
export type PrintWords = ReturnType<typeof printWords>;

const materialTranslator = translatorsOf(
  import.meta.glob("../../messages/*/{article,material}.json", { eager: true, import: "default" }),
  import.meta.glob("#campaign/messages/*/{article,material}.json", { eager: true, import: "default" }),
);

interface Picture {
  id: "wide" | "square" | "story";
  path: string;
  width: number;
  height: number;
}

export function materialContent(language: Language, site: SheetFacts, pictures: Picture[]) {
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
    sheet: sheetWords(language, site),
  };
}

function picturesIn(t: Translate, pictures: Picture[]) {
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

export function pressContent(
  { language, stats, pictures }: { language: Language; stats: PetitionStats | null; pictures: Picture[] | null },
  config = petitionConfig,
) {
  const t = materialTranslator(language);
  const { name, email } = config.organisation;
  return {
    meta: {
      title: t("material.press.title"),
      description: t("material.press.meta.description"),
    },
    title: t("material.press.title"),
    lead: t("material.press.lead"),
    count: stats && countIn(t, stats),
    who: {
      title: t("material.press.who.title"),
      text: isOpen(name) ? t("material.press.who.open") : t("material.press.who.named", { name }),
    },
    demands: t("material.press.demands"),
    goes: {
      title: t("material.press.goes"),
      ...handoverIn(language, translatorFor(language), (day) => dayIn(language, day), config),
      appeal: translatorFor(language)("home.honesty.appeal.text"),
    },
    counted: {
      title: t("material.press.counted.title"),
      text: t("material.press.counted.text"),
      csv: t("material.press.counted.csv"),
      json: t("material.press.counted.json"),
    },
    figures: ARTICLE && {
      title: t("material.press.figures.title"),
      list: figures(language, t),
      article: linked(t, "material.press.article"),
    },
    contact: isOpen(email) ? null : { title: t("material.press.contact"), email },
    pictures: pictures && picturesIn(t, pictures),
  };
}

function countIn(t: Translate, { signatureCount: count, paperCount: paper, targetCount: target }: PetitionStats) {
  const said = t.rich<{ bold: string }>("material.press.count", { count, target, b: (parts) => ({ bold: parts.join("") }) });
  const parts = Array.isArray(said) ? said : [said];
  const number = parts.find((part) => typeof part !== "string");
  return {
    number: number?.bold ?? "",
    rest: parts.filter((part) => typeof part === "string").join(""),
    paper: paper > 0 ? t("material.press.paper", { paper }) : null,
  };
}

function figures(language: Language, t: Translate) {
  return (ARTICLE?.press ?? []).map(({ says, facts }) => {
    const { source } = factOf(facts[0]);
    const published = dayIn(language, sourceOf(source).date);
    const sentence = linked(t, "material.press.figures.source", { source: t(`article.sources.${source}`), published });
    return {
      text: t(`material.press.figures.${says}`, valuesIn(language, factsOf(facts))),
      source: { ...sentence, ...addressOf(source, language) },
    };
  });
}

interface SheetFacts {
  publicUrl: string;
  /** Of the petition's text in this language. */
  petitionVersion: string;
}

export function sheetWords(language: Language, { publicUrl, petitionVersion }: SheetFacts) {
  const t = translatorFor(language);
  const m = materialTranslator(language);
  const address = readableAddress(publicUrl + pageIn(language, "home"));
  const slogan = m("material.slogan").split("\n");
  const name = t("frame.name");
  const signing = { language, publicUrl, version: petitionVersion, name };
  return {
    name,
    kind: m("material.sheet.kind"),
    slogan,
    sloganSize: sloganSize("slogan", slogan, language),
    lede: t("home.hero.lede"),
    demands: DEMANDS.map((demand) => t(demand)),
    sign: t("home.hero.sign"),
    ease: `${t("home.hero.duration")} ${t("home.hero.free")}`,
    till: CAMPAIGN.pieces.includes("till") ? tillWords(language, m) : null,
    signed: COLLECTS_ON_PAPER ? signedWords(m, signing) : null,
    address,
    code: { path: qrCodeIn(language), alt: m("material.sheet.code", { address }) },
    responsible: whoAnswers(language),
  };
}

function tillWords(language: Language, m: Translate) {
  const lines = m("material.sheet.till").split("\n");
  const size = sloganSize("till", lines, language);
  return { lines, size, welcome: m("material.sheet.welcome"), keep: m("material.sheet.keep") };
}

/** So many ems have room in the size that the style sheets give to all, and in the larger ones that they give to some. */
const ROOM: Record<"slogan" | "till", { usual: number } & Partial<Record<Language, number>>> = {
  slogan: { usual: 5.75, de: 3.9, en: 2.5, pl: 4.7, nl: 4.85 },
  till: { usual: 8.2, de: 5, en: 6.3, pl: 6.3, nl: 6.3 },
};
const MOST = 16;

function sloganSize(of: keyof typeof ROOM, lines: string[], language: Language): string | null {
  const ems = Math.max(...lines.map(emsOf));
  return ems <= (ROOM[of][language] ?? ROOM[of].usual) ? null : `ems ems-${Math.min(MOST, Math.ceil(ems))}`;
}

/** The law wants a person with an address on what is put up; without one, at least the publisher. */
export function whoAnswers(language: Language, config = petitionConfig) {
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
