import { dateAndTime } from "./date-and-time.ts";
import { type Email, emailOf, type Framed, note } from "./email.ts";

export function personalLinkEmail({ link, expiresAt, ...framed }: Framed & { link: string; expiresAt: Date }): Email {
  const { language, t } = framed;
  const { date } = dateAndTime(language, expiresAt);
  return emailOf(framed, {
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
