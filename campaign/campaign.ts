import type { Campaign } from "../petition/campaign.ts";

export const campaign = {
  languages: ["de", "en", "fr", "it", "es", "pl", "nl"],
  goal: 25_000,
  demands: ["tender", "access", "noDigitalEuro"],
  reasons: { cash: ["offline", "private", "overview"], risks: ["traces", "limit", "frozen"] },
  standsFor: ["mission", "cash", "digitalEuro", "digitalId", "together"],
  pieces: ["posterA4", "posterA3", "leaflet", "strips", "till", "signatureCard", "signatureList"],
  article: {
    de: "digitaler-euro",
    en: "digital-euro",
    fr: "euro-numerique",
    it: "euro-digitale",
    es: "euro-digital",
    pl: "euro-cyfrowy",
    nl: "digitale-euro",
  },
} as const satisfies Campaign;
