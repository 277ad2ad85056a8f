import { type PetitionConfig, petitionConfig } from "../petition.config.ts";

export interface Donations {
  association: NonNullable<PetitionConfig["association"]>;
  url: string;
}

export const DONATIONS = donationsOf(petitionConfig);

/** Null where nobody asks for any: then no page speaks of them. */
export function donationsOf({ association, donateUrl }: PetitionConfig): Donations | null {
  return association && donateUrl ? { association, url: donateUrl } : null;
}
