import type { Translate } from "../../messages/translate.ts";
import type { Language } from "../../petition/language.ts";
import { dateAndTime } from "./date-and-time.ts";
import { htmlOf, type Page, textOf } from "./layout.ts";
import { footOf, type Letter, type Responsible } from "./letter.ts";

export interface PersonalLinkInput {
  language: Language;
  t: Translate;
  link: string;
  expiresAt: Date;
  responsible: Responsible;
}

export function personalLinkLetter({ language, t, link, expiresAt, responsible }: PersonalLinkInput): Letter {
  const { date } = dateAndTime(language, expiresAt);
  const notes = [t("mail.email.personalLink.secret", { date }), t("mail.email.personalLink.nothing")];
  const petition = t("frame.name");
  const page: Page = {
    language,
    brand: petition,
    title: t("mail.email.personalLink.subject"),
    preview: t("mail.email.personalLink.preview"),
    blocks: [
      { lead: t("mail.email.personalLink.lead", { petition }) },
      { linkOnItsOwn: link, intro: t("mail.email.personalLink.invitation") },
      ...notes.map((note) => ({ note: [note], text: [note] })),
    ],
    foot: footOf(t, responsible),
  };
  return { subject: page.title, text: textOf(page), html: htmlOf(page), link };
}
