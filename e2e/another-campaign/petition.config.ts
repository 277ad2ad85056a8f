import type { PetitionConfig } from "../../petition/petition-config.ts";
import type { campaign } from "./campaign.ts";

export const petitionConfig: PetitionConfig<(typeof campaign.languages)[number]> = {
  petitionId: "bibliotheque-saint-aubin",
  organisation: {
    name: "Les Amis de la bibliothèque de Saint-Aubin",
    representative: "Jeanne Morel, présidente",
    addressLines: ["3, place de l’Église", "35250 Saint-Aubin"],
    email: "amis@bibliotheque-saint-aubin.fr",
    secondContact: "+33 2 99 00 00 00",
    register: null,
    supervisoryAuthority: null,
    vatId: null,
  },
  contentResponsible: { name: "Jeanne Morel", addressLines: ["3, place de l’Église", "35250 Saint-Aubin"] },
  dataProtection: { officer: null, authority: { name: "CNIL", url: "https://www.cnil.fr/fr/plaintes" } },
  mail: {
    from: "Bibliothèque de Saint-Aubin <petition@bibliotheque-saint-aubin.fr>",
    replyTo: "amis@bibliotheque-saint-aubin.fr",
  },
  association: null,
  donateUrl: null,
  sponsor: null,
  sourceUrl: "https://git.bibliotheque-saint-aubin.fr/petition",
  handover: {
    recipient: { fr: "Conseil municipal de Saint-Aubin", en: "Saint-Aubin municipal council" },
    date: "2027-03-15",
    erasedBy: "2027-04-30",
  },
};
