import { PLACEHOLDER } from "../../petition.config.ts";

/** A setting of the petition without its placeholder; `open` where nothing else is left. */
export function filledIn(setting: string, open: string): string {
  return setting.replaceAll(PLACEHOLDER, "").trim() || open;
}
