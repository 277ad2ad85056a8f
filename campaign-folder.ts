/** Where the campaign lies that this process is for. */
import { existsSync } from "node:fs";
import { basename, join, resolve } from "node:path";

const OTHER = process.env.CAMPAIGN_DIR?.trim();

export const CAMPAIGN_FOLDER = OTHER ? resolve(OTHER) : join(import.meta.dirname, "campaign");

/** A campaign beside the product has a build of its own, so that neither takes the other's away. */
export const BUILD_FOLDER = join(import.meta.dirname, "build", ...(OTHER ? ["campaigns", basename(CAMPAIGN_FOLDER)] : []));

/** A sentence where no campaign lies there. */
export function whyNoCampaign(): string | null {
  if (existsSync(join(CAMPAIGN_FOLDER, "campaign.ts"))) return null;
  return `CAMPAIGN_DIR: there is no campaign.ts in ${CAMPAIGN_FOLDER}. Name a folder that npm run petition -- new has made.`;
}
