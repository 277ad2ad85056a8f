/** The start warns about each {@link PLACEHOLDER} that is left. */
import type { Language } from "./petition/language.ts";

export const PLACEHOLDER = "[bitte ausfüllen]";

type Translated = Record<Language, string>;

export interface PetitionConfig {
  petitionId: string;
  organisation: { name: string; representative: string; addressLines: string[]; email: string };
  mail: { from: string; replyTo: string };
  association: { name: Translated; url: string };
  donateUrl: string;
  sponsor: { name: string; url: string };
  handover: { recipient: Translated; date: string };
  factsChecked: string;
}

export const petitionConfig: PetitionConfig = {
  petitionId: "bargeld-erhalten",
  organisation: {
    name: `Stiftung Bargeld erhalten ${PLACEHOLDER}`,
    representative: PLACEHOLDER,
    addressLines: [PLACEHOLDER],
    email: "kontakt@bargeld-erhalten.example",
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
      nl: "vereniging voor burgerbescherming",
    },
    url: "https://association.example/",
  },
  donateUrl: "https://donate.example/bargeld-erhalten",
  sponsor: { name: PLACEHOLDER, url: "https://sponsor.example/" },
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
  },
  factsChecked: "2026-11-21",
};
