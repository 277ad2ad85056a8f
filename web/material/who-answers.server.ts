import type { Language } from "../../petition/language.ts";
import { type PetitionConfig, petitionConfig } from "../../petition.config.ts";
import { isOpen } from "../filled-in.ts";
import { materialTranslator } from "./translator.server.ts";

/** The law wants a person with an address on what is put up; without one, at least the publisher. */
export function whoAnswers(language: Language, config: PetitionConfig = petitionConfig): string | null {
  const t = materialTranslator(language);
  const { contentResponsible: person, organisation } = config;
  const inFull = ({ name, addressLines }: { name: string; addressLines: string[] }) =>
    [name, ...addressLines].some(isOpen) ? null : [name, ...addressLines].join(", ");
  const named = inFull(person);
  if (named) return t("material.sheet.responsible", { who: named });
  const publisher = inFull(organisation);
  return publisher && t("material.sheet.publisher", { who: publisher });
}
