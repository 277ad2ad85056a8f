import type { Campaign } from "../../petition/campaign.ts";

export const campaign = {
  languages: ["fr", "en"],
  goal: 1200,
  demands: ["open", "staff"],
  reasons: {
    place: ["children", "quiet"],
  },
  standsFor: [],
  pieces: ["posterA4", "leaflet"],
  article: null,
} as const satisfies Campaign;
