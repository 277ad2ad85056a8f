/** What stands in `campaign/petition.config.ts`, or in the folder that `CAMPAIGN_DIR` names. */
import { petitionConfig as written } from "#campaign/petition.config.ts";
import type { PetitionConfig } from "./petition/petition-config.ts";

export { type PetitionConfig, PLACEHOLDER } from "./petition/petition-config.ts";

/** A campaign says what it says in its own languages, and is asked in no other. */
export const petitionConfig: PetitionConfig = written as PetitionConfig;
