import { type Email, emailOf, type Framed } from "./email.ts";

type Input = Framed & { isHeld: boolean; links: { personal: string; withdrawal: string } };

export function alreadySignedEmail({ isHeld, links, ...framed }: Input): Email {
  const { t } = framed;
  return emailOf(framed, {
    subject: t("mail.email.alreadySigned.subject"),
    preview: isHeld ? t("mail.email.alreadySigned.previewHeld") : t("mail.email.alreadySigned.preview"),
    blocks: [
      { lead: t("mail.email.alreadySigned.lead", { petition: t("frame.name") }) },
      { lead: isHeld ? t("mail.email.alreadySigned.held") : t("mail.email.alreadySigned.counts") },
      { linkOnItsOwn: links.personal, intro: t("mail.email.alreadySigned.personal") },
      { linkOnItsOwn: links.withdrawal, intro: t("mail.email.alreadySigned.withdrawal") },
    ],
    link: links.personal,
  });
}
