/** Anybody can type anybody's address, so its link brings back what was erased. Nothing in it names the person. */
import { dateAndTime } from "./date-and-time.ts";
import { type Email, emailOf, type Framed, note } from "./email.ts";
import type { Block } from "./layout.ts";

export interface ErasedInput extends Framed {
  restore: { link: string; expiresAt: Date; what: "signature" | "pending" } | null;
  privacy: string;
}

export function erasedEmail({ restore, privacy, ...framed }: ErasedInput): Email {
  const { language, t } = framed;
  const mistake =
    restore?.what === "pending" ? ("mail.email.erased.mistakeUnconfirmed" as const) : ("mail.email.erased.mistake" as const);
  const wayOn: Block[] = restore
    ? [
        { lead: t(mistake, dateAndTime(language, restore.expiresAt)) },
        {
          button: t("mail.email.erased.restore"),
          url: restore.link,
          invitation: t("mail.email.erased.restoreInvitation"),
        },
        note(t("mail.email.erased.encrypted")),
      ]
    : [{ linkOnItsOwn: privacy, intro: t("mail.email.erased.privacy") }];
  return emailOf(framed, {
    subject: t("mail.email.erased.subject"),
    preview: t("mail.email.erased.preview"),
    blocks: [{ lead: t("mail.email.erased.lead", { petition: t("frame.name") }) }, ...wayOn],
    link: restore?.link ?? privacy,
  });
}
