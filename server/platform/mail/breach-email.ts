/** The operator writes what happened; why one gets it and where one's data are is below (GDPR, Art. 34). */
import type { NoticeText } from "../../../contract/administration/breach.ts";
import type { Language } from "../../../petition/language.ts";
import { type Email, emailOf, type Framed, note } from "./email.ts";

export type NoticeTexts = Record<Language, NoticeText>;

export interface BreachInput extends Framed {
  text: NoticeText;
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
