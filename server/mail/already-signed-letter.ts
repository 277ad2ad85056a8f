/**
 * Tells somebody whose signature counts already that it does: the site itself answers everybody alike. Its links lead to the
 * signer's own page and to the way out.
 */
import type { Say } from "../../messages/say.ts";
import type { Language } from "../../petition/language.ts";
import { htmlOf, type Page, textOf } from "./layout.ts";
import type { Letter, Responsible } from "./letter.ts";

export interface AlreadySignedInput {
  language: Language;
  say: Say;
  links: { personal: string; withdrawal: string };
  responsible: Responsible;
}

export function alreadySignedLetter({ language, say, links, responsible }: AlreadySignedInput): Letter {
  const page: Page = {
    language,
    brand: say("mail.email.brand"),
    title: say("mail.email.alreadySigned.subject"),
    preview: say("mail.email.alreadySigned.preview"),
    blocks: [
      { lead: say("mail.email.alreadySigned.lead") },
      { lead: say("mail.email.alreadySigned.counts") },
      { linkOnItsOwn: links.personal, intro: say("mail.email.alreadySigned.personal") },
      { linkOnItsOwn: links.withdrawal, intro: say("mail.email.alreadySigned.withdrawal") },
    ],
    foot: [say("mail.email.responsible", { name: responsible.name }), ...responsible.addressLines],
  };
  return { subject: page.title, text: textOf(page), html: htmlOf(page), link: links.personal };
}
