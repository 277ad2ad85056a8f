import type { NoticeText } from "../../../contract/administration/commands.ts";
import { dateAndTimeIn, type Translate, type Values } from "../../../messages/translate.ts";
import { SUPPRESSION_LIFETIME } from "../../../petition/confirmation.ts";
import { DAY, durationOf, type Milliseconds } from "../../../petition/duration.ts";
import { type Language, ownNameOf } from "../../../petition/language.ts";
import { filledIn } from "../config/petition-config.ts";
import { type Block, htmlOf, type Inline, type Page, textOf } from "./layout.ts";

export interface Email {
  /** The petition's name; the name of the operator's own sender stands behind it. */
  sender: string;
  subject: string;
  text: string;
  html: string;
  link: string;
}

export interface Responsible {
  name: string;
  addressLines: string[];
}

export interface Framed {
  language: Language;
  t: Translate;
  responsible: Responsible;
}

type Content = Pick<Email, "subject" | "link"> & Pick<Page, "preview" | "blocks">;

function emailOf({ language, t, responsible }: Framed, { subject, preview, blocks, link }: Content): Email {
  const page = { language, brand: t("frame.name"), title: subject, preview, blocks, foot: footOf(t, responsible) };
  return { sender: t("frame.petition", { name: t("frame.name") }), subject, text: textOf(page), html: htmlOf(page), link };
}

function note(sentence: string): Block {
  return { note: [sentence], text: [sentence] };
}

/** Settings that are not filled in are left out: people read it. */
export function footOf(t: Translate, { name, addressLines }: Responsible): string[] {
  const responsible = t("mail.email.responsible", { name: filledIn(name) ?? t("frame.name") });
  return [responsible, ...addressLines.map(filledIn).filter((line) => line !== null)];
}

type Confirmation = Framed & {
  links: { confirm: string; suppress: string; privacy: string };
  expiresAt: Date;
  lifetime: Milliseconds;
  visibility: "public" | "private";
};

/** Courts take donation, share or campaign text for advertising. Nothing that a stranger typed is in it. */
export function confirmationEmail({ links, visibility, expiresAt, lifetime, ...framed }: Confirmation): Email {
  const { language, t } = framed;
  const end = dateAndTimeIn(language, expiresAt);
  const duration = durationOf(lifetime);
  const suppression = { days: SUPPRESSION_LIFETIME / DAY };
  const fact = (label: string, value: string) => ({ label, value, line: t("mail.email.fact", { label, value }) });
  return emailOf(framed, {
    subject: t("mail.email.confirmation.subject"),
    preview: t("mail.email.confirmation.preview", end),
    blocks: [
      { lead: t("mail.email.confirmation.lead", { petition: t("frame.name") }) },
      {
        button: t("mail.email.confirmation.button"),
        url: links.confirm,
        invitation: t("mail.email.confirmation.invitation"),
        fallback: t("mail.email.confirmation.fallback"),
      },
      {
        facts: [
          fact(t("mail.email.confirmation.validity"), t("mail.email.confirmation.expiresAt", { ...end, ...duration })),
          fact(t("mail.email.confirmation.visibility"), t(`mail.email.confirmation.${visibility}`)),
          fact(t("mail.email.confirmation.language"), ownNameOf(language)),
        ],
      },
      {
        note: [...suppressionWithLink(t, suppression, links.suppress), " ", t("mail.email.confirmation.otherwise", duration)],
        text: [
          `${t("mail.email.confirmation.suppressText", suppression)}\n${links.suppress}`,
          t("mail.email.confirmation.otherwise", duration),
        ],
      },
      { linkOnItsOwn: links.privacy, intro: t("mail.email.confirmation.privacy") },
    ],
    link: links.confirm,
  });
}

function suppressionWithLink(t: Translate, values: Values, url: string): Inline[] {
  const link = (children: Array<string | Inline>): Inline => ({ label: children.join(""), url });
  const said = t.rich<Inline>("mail.email.confirmation.suppress", { ...values, link });
  return Array.isArray(said) ? said : [said];
}

type AlreadySigned = Framed & { isHeld: boolean; links: { personal: string; withdrawal: string } };

export function alreadySignedEmail({ isHeld, links, ...framed }: AlreadySigned): Email {
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

type Erased = Framed & {
  restore: { link: string; expiresAt: Date; what: "signature" | "pending" } | null;
  privacy: string;
};

/** Anybody can type anybody's address, so its link brings back what was erased. Nothing in it names the person. */
export function erasedEmail({ restore, privacy, ...framed }: Erased): Email {
  const { language, t } = framed;
  const mistake =
    restore?.what === "pending" ? ("mail.email.erased.mistakeUnconfirmed" as const) : ("mail.email.erased.mistake" as const);
  const wayOn: Block[] = restore
    ? [
        { lead: t(mistake, dateAndTimeIn(language, restore.expiresAt)) },
        { button: t("mail.email.erased.restore"), url: restore.link, invitation: t("mail.email.erased.restoreInvitation") },
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

type Button = Framed & { of: "deletionLink" | "newAddress"; link: string; expiresAt: Date };

/** Nothing happens before the button of its page is pressed. */
export function buttonEmail({ of, link, expiresAt, ...framed }: Button): Email {
  const { language, t } = framed;
  const end = dateAndTimeIn(language, expiresAt);
  return emailOf(framed, {
    subject: t(`mail.email.${of}.subject`),
    preview: t(`mail.email.${of}.preview`, end),
    blocks: [
      { lead: t(`mail.email.${of}.lead`, { petition: t("frame.name"), ...end }) },
      { button: t(`mail.email.${of}.button`), url: link, invitation: t(`mail.email.${of}.invitation`) },
      note(t(`mail.email.${of}.nothing`)),
    ],
    link,
  });
}

export function personalLinkEmail({ link, expiresAt, ...framed }: Framed & { link: string; expiresAt: Date }): Email {
  const { language, t } = framed;
  const { date } = dateAndTimeIn(language, expiresAt);
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

type OldAddress = Framed & { link: string; askedAt: Date; expiresAt: Date };

/** It does not name the new address: whoever reads the old mailbox need not learn it. */
export function oldAddressEmail({ link, askedAt, expiresAt, ...framed }: OldAddress): Email {
  const { language, t } = framed;
  return emailOf(framed, {
    subject: t("mail.email.oldAddress.subject"),
    preview: t("mail.email.oldAddress.preview"),
    blocks: [
      { lead: t("mail.email.oldAddress.lead", { petition: t("frame.name"), ...dateAndTimeIn(language, askedAt) }) },
      note(t("mail.email.oldAddress.keep", dateAndTimeIn(language, expiresAt))),
      { button: t("mail.email.oldAddress.button"), url: link, invitation: t("mail.email.oldAddress.invitation") },
      note(t("mail.email.oldAddress.nothing")),
    ],
    link,
  });
}

/** It does not say what was noticed: that would teach forgers. */
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

/** To whoever runs the site. `page`: the administration's. */
export function alarmEmail({
  title,
  lines,
  page,
  ...framed
}: Framed & { title: string; lines: string[]; page: string }): Email {
  return emailOf(framed, {
    subject: title,
    preview: lines[0] ?? title,
    blocks: [...lines.map((lead) => ({ lead })), { linkOnItsOwn: page, intro: framed.t("alarms.page") }],
    link: page,
  });
}

export type NoticeTexts = Record<Language, NoticeText>;

type Breach = Framed & { text: NoticeText; page: { of: "personal" | "unconfirmed"; address: string } };

/** The operator writes what happened; why one gets it and where one's data are is below (GDPR, Art. 34). */
export function breachEmail({ text, page, ...framed }: Breach): Email {
  const { t } = framed;
  const [lead = "", ...others] = text.paragraphs;
  return emailOf(framed, {
    subject: text.subject,
    preview: lead,
    blocks: [
      { lead },
      ...others.map(note),
      { linkOnItsOwn: page.address, intro: t(`mail.email.breach.${page.of}`) },
      note(t("mail.email.breach.why", { petition: t("frame.name") })),
    ],
    link: page.address,
  });
}
