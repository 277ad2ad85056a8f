/** What happened is in the operator's words; why one gets it and where one's data are stands beneath (GDPR, Art. 34). No way to give, sign or share. */
import type { NoticeText } from "../../../contract/administration/breach.ts";
import type { Language } from "../../../petition/language.ts";
import { type Email, emailOf, type Framed, note } from "./email.ts";

export type NoticeTexts = Record<Language, NoticeText>;

export interface BreachInput extends Framed {
  text: NoticeText;
  /** Their own page; of those who have not confirmed, who have none, the page to erase. */
  page: { of: "personal" | "unconfirmed"; address: string };
}

export function breachEmail({ text, page, ...framed }: BreachInput): Email {
  const { t } = framed;
  const [lead = "", ...others] = text.paragraphs;
  return emailOf(framed, {
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
