import { isExampleAddress } from "../petition/example-address.ts";
import { PLACEHOLDER } from "../petition.config.ts";

export function isOpen(setting: string): boolean {
  return setting.includes(PLACEHOLDER) || isExampleAddress(setting);
}

/** For machines, which do not know the mark of an open setting: as far as it is filled in, or undefined. */
export function filledIn(setting: string): string | undefined {
  return setting.replaceAll(PLACEHOLDER, "").trim() || undefined;
}
