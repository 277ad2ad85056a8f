/**
 * Tells the owner of a mailbox that everything about it is erased. Anybody can type anybody's address: where that is so, its
 * one link brings back what was erased. Nothing in it names the person.
 */
import type { Say } from "../../messages/say.ts";
import type { Language } from "../../petition/language.ts";
import { endOf } from "./end-of-link.ts";
import { type Block, htmlOf, type Page, textOf } from "./layout.ts";
import type { Letter, Responsible } from "./letter.ts";

export interface ErasedInput {
  language: Language;
  say: Say;
  /** Null where there is no way back. */
  restore: { link: string; until: Date; what: "signature" | "pending" } | null;
  /** Where it says what is kept, and how long. */
  privacy: string;
  responsible: Responsible;
}

export function erasedLetter({ language, say, restore, privacy, responsible }: ErasedInput): Letter {
  const mistake =
    restore?.what === "pending" ? ("mail.email.erased.mistakeUnconfirmed" as const) : ("mail.email.erased.mistake" as const);
  const wayOn: Block[] = restore
    ? [
        { lead: say(mistake, endOf(language, restore.until)) },
        {
          button: say("mail.email.erased.restore"),
          url: restore.link,
          invitation: say("mail.email.erased.restoreInvitation"),
        },
        ...note(say("mail.email.erased.sealed")),
      ]
    : [{ linkOnItsOwn: privacy, intro: say("mail.email.erased.privacy") }];
  const page: Page = {
    language,
    brand: say("mail.email.brand"),
    title: say("mail.email.erased.subject"),
    preview: say("mail.email.erased.preview"),
    blocks: [{ lead: say("mail.email.erased.lead") }, ...wayOn],
    foot: [say("mail.email.responsible", { name: responsible.name }), ...responsible.addressLines],
  };
  return { subject: page.title, text: textOf(page), html: htmlOf(page), link: restore?.link ?? privacy };
}

function note(sentence: string): Block[] {
  return [{ note: [sentence], text: [sentence] }];
}
