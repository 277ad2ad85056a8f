/** It does not say what was noticed: that would teach forgers. */
import { type Email, emailOf, type Framed, note } from "./email.ts";

export function heldEmail({ personal, ...framed }: Framed & { personal: string }): Email {
  const { t } = framed;
  return emailOf(framed, {
    subject: t("mail.email.held.subject"),
    preview: t("mail.email.held.preview"),
    blocks: [
      { lead: t("mail.email.held.lead", { petition: t("frame.name") }) },
      note(t("mail.email.held.why")),
      note(t("mail.email.held.decision")),
      note(t("mail.email.held.answer")),
      { linkOnItsOwn: personal, intro: t("mail.email.held.personal") },
    ],
    link: personal,
  });
}
