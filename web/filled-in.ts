import { isExampleAddress } from "../petition/example-address.ts";
import { PLACEHOLDER } from "../petition.config.ts";

/** Nobody has filled it in yet. */
export function isOpen(setting: string): boolean {
  return setting.includes(PLACEHOLDER) || isExampleAddress(setting);
}

/** For machines, which know no sign of what is still open: as far as it is filled in, or undefined. */
export function filledIn(setting: string): string | undefined {
  return setting.replaceAll(PLACEHOLDER, "").trim() || undefined;
}
