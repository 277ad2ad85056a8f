import { isExampleAddress } from "../petition/example-address.ts";
import { PLACEHOLDER } from "../petition.config.ts";

/** Nobody has filled it in yet. */
export function isOpen(setting: string): boolean {
  return setting.includes(PLACEHOLDER) || isExampleAddress(setting);
}
