import { isExampleAddress } from "../petition/example-address.ts";
import { type PetitionConfig, PLACEHOLDER, petitionConfig } from "../petition.config.ts";

export function isOpen(setting: string): boolean {
  return setting.includes(PLACEHOLDER) || isExampleAddress(setting);
}

/** For machines, which do not know the mark of an open setting: as far as it is filled in, or undefined. */
export function filledIn(setting: string): string | undefined {
  return setting.replaceAll(PLACEHOLDER, "").trim() || undefined;
}

export type Donations = NonNullable<typeof DONATIONS>;

export const DONATIONS = donationsOf(petitionConfig);

/** Null where nobody asks for any: then no page speaks of them. */
export function donationsOf({ association, donateUrl }: PetitionConfig) {
  return association && donateUrl ? { association, url: donateUrl } : null;
}
