import type { Campaign } from "../petition/campaign.ts";

/** From German: a key that German lacks does not compile. */
interface Messages {
  accessibility: typeof import("./de/accessibility.json");
  administration: typeof import("./de/administration.json");
  "administration-collection": typeof import("./de/administration-collection.json");
  "administration-installation": typeof import("./de/administration-installation.json");
  "administration-log": typeof import("./de/administration-log.json");
  "administration-paper": typeof import("./de/administration-paper.json");
  alarms: typeof import("./de/alarms.json");
  article: typeof import("./de/article.json");
  audit: typeof import("./de/audit.json");
  backup: typeof import("./de/backup.json");
  charts: typeof import("./de/charts.json");
  collection: typeof import("./de/collection.json");
  confirmation: typeof import("./de/confirmation.json");
  consent: typeof import("./de/consent.json");
  discovery: typeof import("./de/discovery.json");
  donation: typeof import("./de/donation.json");
  errors: typeof import("./de/errors.json");
  export: typeof import("./de/export.json");
  frame: typeof import("./de/frame.json");
  handover: typeof import("./de/handover.json");
  home: typeof import("./de/home.json");
  http: typeof import("./de/http.json");
  language: typeof import("./de/language.json");
  legal: typeof import("./de/legal.json");
  "log-restart": typeof import("./de/log-restart.json");
  login: typeof import("./de/login.json");
  mail: typeof import("./de/mail.json");
  material: typeof import("./de/material.json");
  news: typeof import("./de/news.json");
  "open-data": typeof import("./de/open-data.json");
  "own-sheet": typeof import("./de/own-sheet.json");
  paper: typeof import("./de/paper.json");
  personal: typeof import("./de/personal.json");
  privacy: typeof import("./de/privacy.json");
  progress: typeof import("./de/progress.json");
  receipt: typeof import("./de/receipt.json");
  remembered: typeof import("./de/remembered.json");
  rotation: typeof import("./de/rotation.json");
  sharing: typeof import("./de/sharing.json");
  signing: typeof import("./de/signing.json");
  supporters: typeof import("./de/supporters.json");
  suspicion: typeof import("./de/suspicion.json");
  transparency: typeof import("./de/transparency.json");
  withdrawal: typeof import("./de/withdrawal.json");
}

type Leaves<Tree> = {
  [Name in keyof Tree & string]: Tree[Name] extends string ? Name : `${Name}.${Leaves<Tree[Name]>}`;
}[keyof Tree & string];

/** Keys of the product, and of the campaign. */
export type MessageKey = Leaves<Messages> | CampaignKey;

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
