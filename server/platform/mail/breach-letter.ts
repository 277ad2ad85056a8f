/** What happened is in the operator's words; why one gets it and where one's data are stands beneath (GDPR, Art. 34). No way to give, sign or share. */
import type { NoticeText } from "../../../contract/administration/breach.ts";
import type { Language } from "../../../petition/language.ts";
import { type Framed, type Letter, letterOf, note } from "./letter.ts";

export type NoticeTexts = Record<Language, NoticeText>;

export interface BreachInput extends Framed {
  text: NoticeText;
  /** Their own page; of those who have not confirmed, who have none, the page to erase. */
  page: { of: "personal" | "unconfirmed"; address: string };
}

export function breachLetter({ text, page, ...framed }: BreachInput): Letter {
  const { t } = framed;
  const [lead = "", ...others] = text.paragraphs;
  return letterOf(framed, {
    subject: text.subject,
    preview: lead,
    blocks: [
      { lead },
      ...others.map(note),
      { linkOnItsOwn: page.address, intro: t(`mail.email.breach.${page.of}`) },
      note(t("mail.email.breach.why", { petition: t("frame.name") })),
    ],
    link: page.address,
  });
}
