/** RFC 9116. */
import { isExampleAddress } from "../../../petition/example-address.ts";
import { DEFAULT_LANGUAGE, NOWHERE_LANGUAGE } from "../../../petition/language.ts";
import { type PetitionConfig, PLACEHOLDER } from "../../../petition.config.ts";

const DAY = 24 * 60 * 60_000;
const VALID = 180 * DAY;

interface Told {
  config: Pick<PetitionConfig, "organisation" | "sourceUrl">;
  publicUrl: string;
  now: Date;
}

export function writeSecurityTxt({ config, publicUrl, now }: Told): string | null {
  const { email } = config.organisation;
  if (!isFilledIn(email)) return null;
  const expires = new Date(Math.floor(now.getTime() / DAY) * DAY + VALID).toISOString().replace(".000", "");
  return [
    `Contact: mailto:${email}`,
    `Expires: ${expires}`,
    `Preferred-Languages: ${[...new Set([DEFAULT_LANGUAGE, NOWHERE_LANGUAGE])].join(", ")}`,
    ...(publicUrl.startsWith("https:") ? [`Canonical: ${publicUrl}/.well-known/security.txt`] : []),
    ...(isFilledIn(config.sourceUrl) ? ["# SECURITY.md, in the source:", `Policy: ${config.sourceUrl}`] : []),
    "",
  ].join("\n");
}

function isFilledIn(setting: string): boolean {
  return !setting.includes(PLACEHOLDER) && !isExampleAddress(setting);
}
