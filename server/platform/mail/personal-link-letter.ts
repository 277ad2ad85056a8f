import { dateAndTime } from "./date-and-time.ts";
import { type Framed, type Letter, letterOf, note } from "./letter.ts";

export interface PersonalLinkInput extends Framed {
  link: string;
  expiresAt: Date;
}

export function personalLinkLetter({ link, expiresAt, ...framed }: PersonalLinkInput): Letter {
  const { language, t } = framed;
  const { date } = dateAndTime(language, expiresAt);
  return letterOf(framed, {
    subject: t("mail.email.personalLink.subject"),
    preview: t("mail.email.personalLink.preview"),
    blocks: [
      { lead: t("mail.email.personalLink.lead", { petition: t("frame.name") }) },
      { linkOnItsOwn: link, intro: t("mail.email.personalLink.invitation") },
      note(t("mail.email.personalLink.secret", { date })),
      note(t("mail.email.personalLink.nothing")),
    ],
    link,
  });
}
