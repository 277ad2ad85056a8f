import { CAMPAIGN } from "../petition/our-campaign.ts";

/** What is demanded: on the sheet, in the reasons, on paper and to the press. */
export const DEMANDS = CAMPAIGN.demands.map((id) => `home.why.demands.${id}` as const);
