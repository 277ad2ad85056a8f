import { dateAndTime } from "./date-and-time.ts";
import { type Framed, type Letter, letterOf, note } from "./letter.ts";

export interface DeletionLinkInput extends Framed {
  link: string;
  expiresAt: Date;
}

export function deletionLinkLetter({ link, expiresAt, ...framed }: DeletionLinkInput): Letter {
  const { language, t } = framed;
  const end = dateAndTime(language, expiresAt);
  return letterOf(framed, {
    subject: t("mail.email.deletionLink.subject"),
    preview: t("mail.email.deletionLink.preview", end),
    blocks: [
      { lead: t("mail.email.deletionLink.lead", { petition: t("frame.name"), ...end }) },
      { button: t("mail.email.deletionLink.button"), url: link, invitation: t("mail.email.deletionLink.invitation") },
      note(t("mail.email.deletionLink.nothing")),
    ],
    link,
  });
}
