/** To the owner of a signature that went into quarantine. It does not say what was noticed: that would teach forgers. */
import { type Framed, type Letter, letterOf, note } from "./letter.ts";

export interface HeldInput extends Framed {
  personal: string;
}

export function heldLetter({ personal, ...framed }: HeldInput): Letter {
  const { t } = framed;
  return letterOf(framed, {
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
