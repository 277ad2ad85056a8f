import { CAMPAIGN } from "../petition/our-campaign.ts";

export const DEMANDS = CAMPAIGN.demands.map((id) => `home.why.demands.${id}` as const);
