/** Brings the link to the button that erases (`DELETE_BY=link`): only the owner of a mailbox can press it. Its link is one. */
import type { Say } from "../../messages/say.ts";
import type { Language } from "../../petition/language.ts";
import { endOf } from "./end-of-link.ts";
import { htmlOf, type Page, textOf } from "./layout.ts";
import type { Letter, Responsible } from "./letter.ts";

export interface DeletionLinkInput {
  language: Language;
  say: Say;
  link: string;
  until: Date;
  responsible: Responsible;
}

export function deletionLinkLetter({ language, say, link, until, responsible }: DeletionLinkInput): Letter {
  const nothing = say("mail.email.deletionLink.nothing");
  const page: Page = {
    language,
    brand: say("mail.email.brand"),
    title: say("mail.email.deletionLink.subject"),
    preview: say("mail.email.deletionLink.preview", endOf(language, until)),
    blocks: [
      { lead: say("mail.email.deletionLink.lead", endOf(language, until)) },
      {
        button: say("mail.email.deletionLink.button"),
        url: link,
        invitation: say("mail.email.deletionLink.invitation"),
      },
      { note: [nothing], text: [nothing] },
    ],
    foot: [say("mail.email.responsible", { name: responsible.name }), ...responsible.addressLines],
  };
  return { subject: page.title, text: textOf(page), html: htmlOf(page), link };
}
