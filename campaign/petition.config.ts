/**
 * Who stands behind this petition. `npm run petition -- doctor` names each `[bitte ausfüllen]` and each invented address
 * (`….example`) that is left, and what to write there. What an organisation does not have is `null` where that is allowed:
 * then no page speaks of it.
 */
import type { PetitionConfig } from "../petition/petition-config.ts";
import type { campaign } from "./campaign.ts";

export const petitionConfig: PetitionConfig<(typeof campaign.languages)[number]> = {
  petitionId: "bargeld-erhalten",
  organisation: {
    name: "Stiftung Bargeld erhalten [bitte ausfüllen]",
    representative: "[bitte ausfüllen]",
    addressLines: ["[bitte ausfüllen]"],
    email: "kontakt@bargeld-erhalten.example",
    secondContact: "[bitte ausfüllen]",
    register: { court: "[bitte ausfüllen]", number: "[bitte ausfüllen]" },
    supervisoryAuthority: "[bitte ausfüllen]",
    vatId: "[bitte ausfüllen]",
  },
  contentResponsible: { name: "[bitte ausfüllen]", addressLines: ["[bitte ausfüllen]"] },
  dataProtection: {
    officer: { addressLines: ["[bitte ausfüllen]"], email: "datenschutz@bargeld-erhalten.example" },
    authority: { name: "[bitte ausfüllen]", url: "https://authority.example/" },
  },
  mail: { from: "Bargeld erhalten <bestaetigung@bargeld-erhalten.example>", replyTo: "kontakt@bargeld-erhalten.example" },
  association: {
    name: {
      de: `Bürgerschutzverein ${"[bitte ausfüllen]"}`,
      en: `citizens’ protection association ${"[bitte ausfüllen]"}`,
      fr: `association de protection des citoyens ${"[bitte ausfüllen]"}`,
      it: `associazione per la tutela dei cittadini ${"[bitte ausfüllen]"}`,
      es: `asociación de protección ciudadana ${"[bitte ausfüllen]"}`,
      pl: `stowarzyszenie ochrony obywateli ${"[bitte ausfüllen]"}`,
      nl: `Bürgerschutzverein ${"[bitte ausfüllen]"}`,
    },
    url: "https://association.example/",
  },
  donateUrl: "https://donate.example/bargeld-erhalten",
  sponsor: { name: "[bitte ausfüllen]", url: "https://sponsor.example/" },
  sourceUrl: "https://source.example/bargeld-erhalten",
  handover: {
    recipient: {
      de: "[bitte ausfüllen]",
      en: "[bitte ausfüllen]",
      fr: "[bitte ausfüllen]",
      it: "[bitte ausfüllen]",
      es: "[bitte ausfüllen]",
      pl: "[bitte ausfüllen]",
      nl: "[bitte ausfüllen]",
    },
    date: "[bitte ausfüllen]",
    erasedBy: "[bitte ausfüllen]",
  },
};
