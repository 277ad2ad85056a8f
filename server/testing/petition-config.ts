import { join } from "node:path";
import { LANGUAGES, type Language } from "../../petition/language.ts";
import type { PetitionConfig } from "../../petition.config.ts";

/** As an organisation that has everything would write it; nobody in it exists. */
export const FILLED_IN: PetitionConfig = {
  petitionId: "bargeld-erhalten",
  organisation: {
    name: "Stiftung Bargeld erhalten gGmbH",
    representative: "Erika Mustermann, Geschäftsführerin",
    addressLines: ["Musterstraße 1", "10115 Berlin", "Deutschland"],
    email: "kontakt@bargeld-erhalten.eu",
    secondContact: "+49 30 901820-0",
    register: { court: "Handelsregister, Amtsgericht Charlottenburg", number: "HRB 123456 B" },
    supervisoryAuthority: "Senatsverwaltung für Justiz und Verbraucherschutz, Berlin",
    vatId: "DE123456789",
  },
  contentResponsible: { name: "Max Mustermann", addressLines: ["Beispielweg 2", "10117 Berlin"] },
  dataProtection: {
    officer: { addressLines: ["Dr. Clara Schütz", "Datenweg 3", "10119 Berlin"], email: "datenschutz@bargeld-erhalten.eu" },
    authority: {
      name: "Berliner Beauftragte für Datenschutz und Informationsfreiheit",
      url: "https://www.datenschutz-berlin.de/",
    },
  },
  mail: { from: "Bargeld erhalten <bestaetigung@bargeld-erhalten.eu>", replyTo: "kontakt@bargeld-erhalten.eu" },
  association: {
    name: inEachLanguage({ de: "Bürgerschutzverein", en: "citizens’ protection association" }),
    url: "https://verein.eu/",
  },
  donateUrl: "https://spenden.eu/bargeld-erhalten",
  sponsor: { name: "Druckerei Muster OHG", url: "https://druckerei.eu/" },
  sourceUrl: "https://quelltext.eu/bargeld-erhalten",
  handover: {
    recipient: inEachLanguage({ de: "Deutscher Bundestag", en: "German Bundestag" }),
    date: "2027-05-23",
    erasedBy: "2027-06-30",
  },
};

/** Without what not every organisation has. */
export const WITHOUT_OPTIONAL: PetitionConfig = {
  ...FILLED_IN,
  organisation: { ...FILLED_IN.organisation, register: null, supervisoryAuthority: null, vatId: null },
  dataProtection: { ...FILLED_IN.dataProtection, officer: null },
  sponsor: null,
};

/** Settings of a process that finds this in the place of `petition.config.ts`. */
export function readingInstead(config: unknown): Record<string, string> {
  const hook = join(import.meta.dirname, "read-other-config.mjs");
  return { NODE_OPTIONS: `--import ${hook}`, OTHER_PETITION_CONFIG: JSON.stringify(config) };
}

function inEachLanguage(names: { de: string; en: string }): Record<Language, string> {
  const each = LANGUAGES.map((language) => [language, language === "de" ? names.de : names.en]);
  return Object.fromEntries(each) as Record<Language, string>;
}
