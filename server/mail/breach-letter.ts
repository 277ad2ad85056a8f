/** What happened is in the operator's words; why one gets it and where one's data are stands beneath (GDPR, Art. 34). No way to give, sign or share. */
import type { NoticeText } from "../../contract/administration/breach.ts";
import type { Translate } from "../../messages/translate.ts";
import type { Language } from "../../petition/language.ts";
import { type Block, htmlOf, type Page, textOf } from "./layout.ts";
import { footOf, type Letter, type Responsible } from "./letter.ts";

export type NoticeTexts = Record<Language, NoticeText>;

export interface BreachInput {
  language: Language;
  t: Translate;
  text: NoticeText;
  personal: string;
  responsible: Responsible;
}

export function breachLetter({ language, t, text, personal, responsible }: BreachInput): Letter {
  const petition = t("frame.name");
  const [lead = "", ...others] = text.paragraphs;
  const page: Page = {
    language,
    brand: petition,
    title: text.subject,
    preview: lead,
    blocks: [
      { lead },
      ...others.map(note),
      { linkOnItsOwn: personal, intro: t("mail.email.breach.personal") },
      note(t("mail.email.breach.why", { petition })),
    ],
    foot: footOf(t, responsible),
  };
  return { subject: page.title, text: textOf(page), html: htmlOf(page), link: personal };
}

function note(sentence: string): Block {
  return { note: [sentence], text: [sentence] };
}
