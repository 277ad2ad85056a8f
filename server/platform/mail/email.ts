import type { Translate } from "../../../messages/translate.ts";
import type { Language } from "../../../petition/language.ts";
import { filledIn } from "../config/petition-config.ts";
import { type Block, htmlOf, type Page, textOf } from "./layout.ts";

export interface Email {
  subject: string;
  text: string;
  html: string;
  link: string;
}

export interface Responsible {
  name: string;
  addressLines: string[];
}

export interface Framed {
  language: Language;
  t: Translate;
  responsible: Responsible;
}

interface Content extends Pick<Email, "subject" | "link">, Pick<Page, "preview" | "blocks"> {}

export function emailOf({ language, t, responsible }: Framed, { subject, preview, blocks, link }: Content): Email {
  const page = { language, brand: t("frame.name"), title: subject, preview, blocks, foot: footOf(t, responsible) };
  return { subject, text: textOf(page), html: htmlOf(page), link };
}

export function note(sentence: string): Block {
  return { note: [sentence], text: [sentence] };
}

/** Settings that are not filled in are left out: people read it. */
export function footOf(t: Translate, { name, addressLines }: Responsible): string[] {
  const responsible = t("mail.email.responsible", { name: filledIn(name) ?? t("frame.name") });
  return [responsible, ...addressLines.map(filledIn).filter((line) => line !== null)];
}
