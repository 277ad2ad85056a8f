/**
 * Who stands behind this petition. `npm run petition -- doctor` names each {@link PLACEHOLDER} and each invented address
 * (`….example`) that is left, and what to write there. What an organisation does not have is `null` where that is allowed:
 * then no page speaks of it.
 */
import { type PetitionConfig, PLACEHOLDER } from "../petition/petition-config.ts";
import type { campaign } from "./campaign.ts";

export const petitionConfig: PetitionConfig<(typeof campaign.languages)[number]> = {
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
      de: `Bürgerschutzverein ${PLACEHOLDER}`,
      en: `citizens’ protection association ${PLACEHOLDER}`,
      fr: `association de protection des citoyens ${PLACEHOLDER}`,
      it: `associazione per la tutela dei cittadini ${PLACEHOLDER}`,
      es: `asociación de protección ciudadana ${PLACEHOLDER}`,
      pl: `stowarzyszenie ochrony obywateli ${PLACEHOLDER}`,
      nl: `Bürgerschutzverein ${PLACEHOLDER}`,
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
