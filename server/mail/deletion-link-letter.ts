import type { Translate } from "../../messages/translate.ts";
import type { Language } from "../../petition/language.ts";
import { dateAndTime } from "./date-and-time.ts";
import { htmlOf, type Page, textOf } from "./layout.ts";
import { footOf, type Letter, type Responsible } from "./letter.ts";

export interface DeletionLinkInput {
  language: Language;
  t: Translate;
  link: string;
  expiresAt: Date;
  responsible: Responsible;
}

export function deletionLinkLetter({ language, t, link, expiresAt, responsible }: DeletionLinkInput): Letter {
  const nothing = t("mail.email.deletionLink.nothing");
  const petition = t("frame.name");
  const page: Page = {
    language,
    brand: petition,
    title: t("mail.email.deletionLink.subject"),
    preview: t("mail.email.deletionLink.preview", dateAndTime(language, expiresAt)),
    blocks: [
      { lead: t("mail.email.deletionLink.lead", { petition, ...dateAndTime(language, expiresAt) }) },
      {
        button: t("mail.email.deletionLink.button"),
        url: link,
        invitation: t("mail.email.deletionLink.invitation"),
      },
      { note: [nothing], text: [nothing] },
    ],
    foot: footOf(t, responsible),
  };
  return { subject: page.title, text: textOf(page), html: htmlOf(page), link };
}
