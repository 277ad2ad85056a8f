import { type PetitionConfig, petitionConfig } from "../petition.config.ts";

export type Donations = NonNullable<typeof DONATIONS>;

export const DONATIONS = donationsOf(petitionConfig);

/** Null where nobody asks for any: then no page speaks of them. */
export function donationsOf({ association, donateUrl }: PetitionConfig) {
  return association && donateUrl ? { association, url: donateUrl } : null;
}
