import { PLACEHOLDER } from "../../petition.config.ts";

export function filledIn(setting: string, open: string): string {
  return setting.replaceAll(PLACEHOLDER, "").trim() || open;
}
