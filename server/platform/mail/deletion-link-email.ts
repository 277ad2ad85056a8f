import { dateAndTime } from "./date-and-time.ts";
import { type Email, emailOf, type Framed, note } from "./email.ts";

export function deletionLinkEmail({ link, expiresAt, ...framed }: Framed & { link: string; expiresAt: Date }): Email {
  const { language, t } = framed;
  const end = dateAndTime(language, expiresAt);
  return emailOf(framed, {
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
