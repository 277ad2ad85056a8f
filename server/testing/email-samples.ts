import { compileMessages } from "../../messages/catalogue.ts";
import { type Catalogue, type Translate, translator } from "../../messages/translate.ts";
import { pageIn } from "../../petition/addresses.ts";
import { LINK_LIFETIME } from "../../petition/confirmation.ts";
import { LANGUAGES, type Language } from "../../petition/language.ts";
import { wordsOf } from "../operations/alarms/words.ts";
import {
  alarmEmail,
  alreadySignedEmail,
  breachEmail,
  buttonEmail,
  confirmationEmail,
  type Email,
  erasedEmail,
  heldEmail,
  oldAddressEmail,
  personalLinkEmail,
  type Responsible,
} from "../platform/mail/emails.ts";

export interface Sample {
  name: string;
  /** Different addresses that it links to. */
  links: number;
  letter(language: Language, t: Translate): Email;
}

export const SITE = "https://bargeld-erhalten.example";

export const RESPONSIBLE: Responsible = {
  name: "Stiftung <Bargeld> & Freiheit",
  addressLines: ["Musterstraße 1", "10115 Berlin"],
};

const TOKEN = "Zk3vQ9tY1mC7uXo2bL8rNwABn5i3mHqL0c1d2e3f4g5h6i7j";

export const SAMPLES: Sample[] = [
  {
    name: "confirmation",
    links: 3,
    letter: (language, t) =>
      confirmationEmail({
        language,
        t,
        links: {
          confirm: `${SITE}${pageIn(language, "confirmation")}?token=${TOKEN}`,
          suppress: `${SITE}${pageIn(language, "suppression")}?token=${TOKEN}`,
          privacy: SITE + pageIn(language, "privacy"),
        },
        expiresAt: new Date("2026-11-22T13:05:00Z"),
        lifetime: LINK_LIFETIME,
        visibility: "public",
        responsible: RESPONSIBLE,
      }),
  },
  {
    name: "already-signed",
    links: 2,
    letter: (language, t) => alreadySigned(language, t, false),
  },
  {
    name: "already-signed, in quarantine",
    links: 2,
    letter: (language, t) => alreadySigned(language, t, true),
  },
  { name: "erased", links: 1, letter: (language, t) => erased(language, t, "signature") },
  { name: "erased before it was confirmed", links: 1, letter: (language, t) => erased(language, t, "pending") },
  { name: "erased, without a way back", links: 1, letter: (language, t) => erased(language, t, null) },
  {
    name: "deletion-link",
    links: 1,
    letter: (language, t) =>
      buttonEmail({
        of: "deletionLink",
        language,
        t,
        link: `${SITE}${pageIn(language, "withdrawal")}?token=${TOKEN}`,
        expiresAt: new Date("2026-11-22T13:05:00Z"),
        responsible: RESPONSIBLE,
      }),
  },
  {
    name: "personal-link",
    links: 1,
    letter: (language, t) =>
      personalLinkEmail({
        language,
        t,
        link: `${SITE}${pageIn(language, "personal")}?token=${TOKEN}`,
        expiresAt: new Date("2027-11-22T13:05:00Z"),
        responsible: RESPONSIBLE,
      }),
  },
  {
    name: "new-address",
    links: 1,
    letter: (language, t) =>
      buttonEmail({ of: "newAddress", ...linkToAddress(language, t), expiresAt: new Date("2026-11-22T13:05:00Z") }),
  },
  {
    name: "old-address",
    links: 1,
    letter: (language, t) =>
      oldAddressEmail({
        ...linkToAddress(language, t),
        askedAt: new Date("2026-11-21T13:05:00Z"),
        expiresAt: new Date("2026-11-28T13:05:00Z"),
      }),
  },
  {
    name: "breach",
    links: 1,
    letter: (language, t) =>
      breachEmail({
        language,
        t,
        text: { subject: t("mail.email.breach.name"), paragraphs: ["What happened, <when> & how.", "What it may lead to."] },
        page: { of: "personal", address: SITE + pageIn(language, "personal") },
        responsible: RESPONSIBLE,
      }),
  },
  {
    name: "held",
    links: 1,
    letter: (language, t) =>
      heldEmail({
        language,
        t,
        personal: `${SITE}${pageIn(language, "personal")}?token=${TOKEN}`,
        responsible: RESPONSIBLE,
      }),
  },
  {
    name: "alarm",
    links: 1,
    letter: (language, t) => {
      const span = { since: "2026-11-28T12:00:00Z", at: "2026-11-28T13:05:00Z" };
      const said = { event: "begun", condition: "mails-wait", urgent: true, ...span } as const;
      const page = SITE + pageIn(language, "administration");
      return alarmEmail({ language, t, ...wordsOf(said, t), page, responsible: RESPONSIBLE });
    },
  },
];

function linkToAddress(language: Language, t: Translate) {
  return { language, t, link: `${SITE}${pageIn(language, "address")}?token=${TOKEN.repeat(8)}`, responsible: RESPONSIBLE };
}

function alreadySigned(language: Language, t: Translate, isHeld: boolean): Email {
  return alreadySignedEmail({
    language,
    t,
    isHeld,
    links: {
      personal: `${SITE}${pageIn(language, "personal")}?token=${TOKEN}`,
      withdrawal: SITE + pageIn(language, "withdrawal"),
    },
    responsible: RESPONSIBLE,
  });
}

function erased(language: Language, t: Translate, what: "signature" | "pending" | null): Email {
  const link = `${SITE}${pageIn(language, "restoration")}?token=${TOKEN.repeat(20)}`;
  return erasedEmail({
    language,
    t,
    restore: what && { link, expiresAt: new Date("2026-11-28T13:05:00Z"), what },
    privacy: SITE + pageIn(language, "privacy"),
    responsible: RESPONSIBLE,
  });
}

export function sampleTranslators(): Record<Language, Translate> {
  const compiled = (language: Language) => [language, compileMessages(language, { forBrowser: false })] as const;
  const catalogues: Record<string, Catalogue> = Object.fromEntries(LANGUAGES.map(compiled));
  return Object.fromEntries(LANGUAGES.map((language) => [language, translator(language, catalogues)])) as Record<
    Language,
    Translate
  >;
}
