/** Anybody can type anybody's address, so its link brings back what was erased. Nothing in it names the person. */
import type { Translate } from "../../messages/translate.ts";
import type { Language } from "../../petition/language.ts";
import { dateAndTime } from "./date-and-time.ts";
import { type Block, htmlOf, type Page, textOf } from "./layout.ts";
import { footOf, type Letter, type Responsible } from "./letter.ts";

export interface ErasedInput {
  language: Language;
  t: Translate;
  /** Null where there is no way back. */
  restore: { link: string; expiresAt: Date; what: "signature" | "pending" } | null;
  privacy: string;
  responsible: Responsible;
}

export function erasedLetter({ language, t, restore, privacy, responsible }: ErasedInput): Letter {
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
        ...note(t("mail.email.erased.encrypted")),
      ]
    : [{ linkOnItsOwn: privacy, intro: t("mail.email.erased.privacy") }];
  const petition = t("frame.name");
  const page: Page = {
    language,
    brand: petition,
    title: t("mail.email.erased.subject"),
    preview: t("mail.email.erased.preview"),
    blocks: [{ lead: t("mail.email.erased.lead", { petition }) }, ...wayOn],
    foot: footOf(t, responsible),
  };
  return { subject: page.title, text: textOf(page), html: htmlOf(page), link: restore?.link ?? privacy };
}

function note(sentence: string): Block[] {
  return [{ note: [sentence], text: [sentence] }];
}
