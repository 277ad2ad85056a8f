import type { Translate } from "../../messages/translate.ts";
import type { Language } from "../../petition/language.ts";
import { htmlOf, type Page, textOf } from "./layout.ts";
import { footOf, type Letter, type Responsible } from "./letter.ts";

export interface AlreadySignedInput {
  language: Language;
  t: Translate;
  /** In quarantine, it does not count. */
  isHeld: boolean;
  links: { personal: string; withdrawal: string };
  responsible: Responsible;
}

export function alreadySignedLetter({ language, t, isHeld, links, responsible }: AlreadySignedInput): Letter {
  const petition = t("frame.name");
  const page: Page = {
    language,
    brand: petition,
    title: t("mail.email.alreadySigned.subject"),
    preview: isHeld ? t("mail.email.alreadySigned.previewHeld") : t("mail.email.alreadySigned.preview"),
    blocks: [
      { lead: t("mail.email.alreadySigned.lead", { petition }) },
      { lead: isHeld ? t("mail.email.alreadySigned.held") : t("mail.email.alreadySigned.counts") },
      { linkOnItsOwn: links.personal, intro: t("mail.email.alreadySigned.personal") },
      { linkOnItsOwn: links.withdrawal, intro: t("mail.email.alreadySigned.withdrawal") },
    ],
    foot: footOf(t, responsible),
  };
  return { subject: page.title, text: textOf(page), html: htmlOf(page), link: links.personal };
}
