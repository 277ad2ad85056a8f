/**
 * Who stands behind this petition. `npm run petition -- doctor` names each {@link PLACEHOLDER} and each invented address
 * (`….example`) that is left, and what to write there. What an organisation does not have is `null` where that is allowed:
 * then no page speaks of it.
 */
import type { Language } from "./petition/language.ts";

export const PLACEHOLDER = "[bitte ausfüllen]";

type Translated = Record<Language, string>;

export interface PetitionConfig {
  petitionId: string;
  organisation: {
    name: string;
    representative: string;
    addressLines: string[];
    email: string;
    /** Beside e-mail, as quick: a telephone number, or the https address of a form. */
    secondContact: string;
    register: { court: string; number: string } | null;
    /** Who watches over the organisation itself, such as over a foundation. */
    supervisoryAuthority: string | null;
    vatId: string | null;
  };
  /** A person, with the address where they can be reached. */
  contentResponsible: { name: string; addressLines: string[] };
  dataProtection: {
    /** Name and postal address, or an e-mail address, or both. */
    officer: { addressLines: string[]; email: string | null } | null;
    /** The data-protection authority that leads: usually that of the organisation's seat. */
    authority: { name: string; url: string };
  };
  mail: { from: string; replyTo: string };
  association: { name: Translated; url: string };
  donateUrl: string;
  sponsor: { name: string; url: string } | null;
  /** Where the source of the running version can be had; the licence demands it (AGPL, § 13). */
  sourceUrl: string;
  /** Days such as "2027-05-23"; on `erasedBy` at the latest everything about persons is erased. `result`: what came of it. */
  handover: { recipient: Translated; date: string; erasedBy: string; result?: Partial<Translated> };
}

export const petitionConfig: PetitionConfig = {
  petitionId: "bargeld-erhalten",
  organisation: {
    name: `Stiftung Bargeld erhalten ${PLACEHOLDER}`,
    representative: PLACEHOLDER,
    addressLines: [PLACEHOLDER],
    email: "kontakt@bargeld-erhalten.example",
    secondContact: PLACEHOLDER,
    register: { court: PLACEHOLDER, number: PLACEHOLDER },
    supervisoryAuthority: PLACEHOLDER,
    vatId: PLACEHOLDER,
  },
  contentResponsible: { name: PLACEHOLDER, addressLines: [PLACEHOLDER] },
  dataProtection: {
    officer: { addressLines: [PLACEHOLDER], email: "datenschutz@bargeld-erhalten.example" },
    authority: { name: PLACEHOLDER, url: "https://authority.example/" },
  },
  mail: { from: "Bargeld erhalten <bestaetigung@bargeld-erhalten.example>", replyTo: "kontakt@bargeld-erhalten.example" },
  association: {
    name: {
      de: "Bürgerschutzverein",
      en: "citizens’ protection association",
      fr: "association de protection des citoyens",
      it: "associazione per la tutela dei cittadini",
      es: "asociación de protección ciudadana",
      pl: "stowarzyszenie ochrony obywateli",
      nl: "Bürgerschutzverein",
    },
    url: "https://association.example/",
  },
  donateUrl: "https://donate.example/bargeld-erhalten",
  sponsor: { name: PLACEHOLDER, url: "https://sponsor.example/" },
  sourceUrl: "https://source.example/bargeld-erhalten",
  handover: {
    recipient: {
      de: PLACEHOLDER,
      en: PLACEHOLDER,
      fr: PLACEHOLDER,
      it: PLACEHOLDER,
      es: PLACEHOLDER,
      pl: PLACEHOLDER,
      nl: PLACEHOLDER,
    },
    date: PLACEHOLDER,
    erasedBy: PLACEHOLDER,
  },
};
