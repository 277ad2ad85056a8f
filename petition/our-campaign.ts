import { campaign } from "#campaign/campaign.ts";
import type { Campaign } from "./campaign.ts";

export const CAMPAIGN: Campaign = campaign;
