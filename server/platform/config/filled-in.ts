import { PLACEHOLDER } from "../../../petition.config.ts";

/** As far as somebody has filled it in; null where that is nothing. */
export function filledIn(setting: string): string | null {
  return setting.replaceAll(PLACEHOLDER, "").trim() || null;
}
