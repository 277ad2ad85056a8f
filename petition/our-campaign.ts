import { campaign } from "#campaign/campaign.ts";
import type { Campaign } from "./campaign.ts";

/** The one that this site is for, as any campaign. */
export const CAMPAIGN: Campaign = campaign;
