/** What only a campaign can say: the product has no words for it. */
import type { Campaign } from "../petition/campaign.ts";

/** Of each campaign. */
const OF_EACH = [
  "frame.name",
  "frame.footer.about",
  "home.meta.title",
  "home.meta.description",
  "home.hero.headline",
  "home.hero.lede",
  "material.slogan",
  "sharing.letter.subject",
  "sharing.letter.body",
  "sharing.message",
  "sharing.post",
] as const;

/** Of a campaign with an article. Its own texts stand in `article.json`. */
const OF_ARTICLE = ["frame.nav.article", "home.why.article"] as const;

/** Of a campaign with the sign for the counter. */
const OF_TILL = [
  "material.pieces.till.title",
  "material.pieces.till.text",
  "material.sheet.till",
  "material.sheet.welcome",
  "material.sheet.keep",
] as const;

/** The groups in the second line are named by the campaign itself. */
export type CampaignKey =
  | (typeof OF_EACH | typeof OF_ARTICLE | typeof OF_TILL)[number]
  | `${"home.why" | "home.figures" | "legal.advocacy" | "material.press" | "article" | "charts"}.${string}`;

/** Each key that the campaign has to say in each of its languages. */
export function keysAskedOf({ demands, reasons, standsFor, pieces, article }: Campaign): CampaignKey[] {
  return [
    ...OF_EACH,
    ...demands.map((id) => `home.why.demands.${id}` as const),
    ...Object.entries(reasons).flatMap(([group, ids]) => ["title", ...ids].map((id) => `home.why.${group}.${id}` as const)),
    ...standsFor.flatMap((id) => ["title", "text"].map((part) => `legal.advocacy.${id}.${part}` as const)),
    ...(pieces.includes("till") ? OF_TILL : []),
    ...(article ? OF_ARTICLE : []),
  ];
}
