import { z } from "zod";
import { COLLECTION_STATUSES } from "../../petition/collection.ts";
import { EXPORT_FORMATS, SEPARATORS, type SeparatorName } from "../../petition/export.ts";
import { LANGUAGES, type Language } from "../../petition/language.ts";
import { PACE_DAYS } from "../../petition/projection.ts";
import {
  ADMIN_PAGE_SIZE,
  COUNTED_MAX,
  SEARCH_LENGTH_MAX,
  SIGNATURE_STATES,
  type SignatureState,
} from "../../petition/search.ts";
import type { Visibility } from "../../petition/signing.ts";
import { SMALLEST_GROUP } from "../../petition/small-groups.ts";
import { PAGE_SIZE_MAX } from "../../petition/supporters.ts";
import { SUSPICION_REASONS } from "../../petition/suspicion.ts";
import { answer, count, type DescribedCalls, day, moment, named, refused, uuid } from "../described.ts";
import { endingState } from "./commands.ts";

const adminAnswer = named("AdminAnswer", { message: z.string() });
export type AdminAnswer = z.infer<typeof adminAnswer>;

const visibility = z.enum(["public", "private"]);

const signatureFilter = {
  search: z
    .string()
    .max(SEARCH_LENGTH_MAX)
    .optional()
    .describe("Part of a name or address, an address of origin or its network, a day or a month"),
  visibility: visibility.optional(),
  language: z.enum(LANGUAGES).optional(),
  state: z.enum(SIGNATURE_STATES).optional(),
  cluster: uuid.optional().describe("A suspicious group"),
  quarantine: uuid.optional().describe("Put there by that act"),
  signature: uuid.optional().describe("That one alone"),
};

export interface SignatureFilter {
  search: string;
  visibility: Visibility | null;
  language: Language | null;
  state: SignatureState | null;
  cluster: string | null;
}

export const oneById = z.object({ id: uuid });

export const nameDecision = named("NameDecision", {
  hidden: z.boolean().describe("false shows a hidden name again, and approves one on hold"),
});

const adminSignature = named("AdminSignature", {
  id: uuid,
  fullName: z.string(),
  email: z.string(),
  visibility,
  confirmedAt: moment,
  locale: z.string(),
  quarantined: z.boolean(),
  nameHidden: z.boolean().describe("By the administrator"),
  nameOnHold: z.boolean().describe("By a word of the list, until the administrator has decided"),
  reasons: z.array(z.enum(SUSPICION_REASONS)),
});
export type AdminSignature = z.infer<typeof adminSignature>;

const adminSignatureList = named("AdminSignatureList", {
  signatures: z.array(adminSignature).describe("The newest first"),
  total: count,
  totalIsExact: z
    .boolean()
    .describe(`Otherwise there are at least so many: nothing is counted further than to ${COUNTED_MAX + 1}`),
  next: z.string().nullable().describe("For `after`; null where nothing follows, or where pages are called by number alone"),
  searchedTo: moment.nullable().describe("The search stopped here, before the page was full; `next` goes on"),
});
export type AdminSignatureList = z.infer<typeof adminSignatureList>;

const adminStats = named("AdminStats", {
  signatureCount: count,
  paperCount: count,
  pendingCount: count,
  todaySignatures: count,
  yesterdayByNow: count.describe("Until the same time of day"),
  failedMails: count.describe("E-mails that were given up"),
  recentSignatures: z.array(adminSignature),
  antiSpam: z.object({ totalTrackedIPs: count, blockedIPs: count, suspiciousActivity: count }),
  namesOnHold: count,
  targetCount: z.int().min(1),
  progressPercentage: z.number().describe("Rounded; may be above 100"),
  confirmationLifetime: z.int().describe("Milliseconds"),
  collection: z.enum(COLLECTION_STATUSES),
  ending: endingState,
});
export type AdminStats = z.infer<typeof adminStats>;

const NO_SIGNATURE = refused("No such signature");

export const CLUSTERS_SHOWN = 100;

const cluster = named("Cluster", {
  id: uuid,
  reason: z.enum(SUSPICION_REASONS),
  shared: z.string().nullable().describe("The network, the domain or the day; null where that is not kept any more"),
  foundAt: moment,
  lastAt: moment,
  counted: count,
  quarantined: count,
  requests: count,
});
export type Cluster = z.infer<typeof cluster>;

const quarantineCause = named("QuarantineCause", {
  reason: z.enum(SUSPICION_REASONS).optional(),
  single: z.literal(true).optional(),
  automatic: z.literal(true).optional().describe("By the site itself"),
  search: z.enum(["text", "origin", "time"]).optional(),
  visibility: visibility.optional(),
  language: z.string().optional(),
  state: z.enum(SIGNATURE_STATES).optional(),
});
export type QuarantineCause = z.infer<typeof quarantineCause>;

const quarantine = named("Quarantine", {
  id: uuid,
  madeAt: moment,
  cause: quarantineCause.describe("Without personal data: of a search only that there was one"),
  signatures: count,
  held: count,
  releasedAt: moment.nullable(),
});
export type Quarantine = z.infer<typeof quarantine>;

const adminSuspicion = named("AdminSuspicion", {
  clusters: z.array(cluster).describe(`The latest ${CLUSTERS_SHOWN}`),
  quarantines: z.array(quarantine).describe(`The latest ${CLUSTERS_SHOWN}`),
  holds: z.boolean().describe("New ones go into quarantine by themselves (HOLD_SUSPICIOUS=on)"),
});
export type AdminSuspicion = z.infer<typeof adminSuspicion>;

const selectionQuery = z.object(signatureFilter);
export interface Selection extends SignatureFilter {
  signature: string | null;
  quarantine: string | null;
}

const moveRequest = selectionQuery
  .extend({ expected: z.int().min(1).describe("How many will move: if it is another number, nothing does") })
  .meta({ id: "MoveRequest" });

const quarantinePreview = named("QuarantinePreview", { counted: count, quarantined: count, signatureCount: count });
export type QuarantinePreview = z.infer<typeof quarantinePreview>;

const moved = named("Moved", {
  moved: count,
  signatureCount: count,
  quarantine: z.string().nullable().describe("The act, for `quarantine`"),
});
export type Moved = z.infer<typeof moved>;

const MOVES = {
  200: answer("They have moved", moved),
  400: refused("All signatures at once, or a selection that cannot be meant"),
  409: refused("Another number would move than was expected: nothing has"),
};

const counts = { confirmed: count, erased: count, withheld: z.int().describe("Put into quarantine, less what was released") };
export type Counts<Of> = Of & Record<keyof typeof counts, number>;

const adminCharts = named("AdminCharts", {
  hours: z.array(z.object({ start: moment, ...counts })),
  days: z.array(z.object({ day, ...counts })),
  languages: z.array(z.object({ language: z.string(), count: z.int() })),
  signatureCount: count,
  targetCount: z.int().min(1),
  targetReachedOn: moment
    .nullable()
    .describe(`If it goes on like in the last ${PACE_DAYS} days; null before as many have passed, too`),
  funnel: z.object({ signed: count, mailed: count, failed: count, confirmed: count }),
  providers: z
    .array(z.object({ provider: z.string().nullable(), signed: count, confirmed: count }))
    .describe(`The largest first; groups below ${SMALLEST_GROUP} are summed up in the last, without a name`),
});
export type AdminCharts = z.infer<typeof adminCharts>;

export const SIGNATURES_CALLS = {
  adminStats: {
    says: "How many are counted, wait and came today, the latest signatures, and what the anti-spam measures see.",
    answers: { 200: answer("The figures", adminStats) },
  },
  adminSignatures: {
    says: "The newest first, with names and addresses. That somebody looked is noted in the audit log.",
    takes: z.object({
      page: z.int().min(1).default(1),
      limit: z.int().min(1).max(PAGE_SIZE_MAX).default(ADMIN_PAGE_SIZE),
      after: z.string().optional().describe("`next` of the page before, in place of a number"),
      ...signatureFilter,
    }),
    answers: { 200: answer("One page", adminSignatureList), 400: refused("A filter that cannot be meant") },
  },
  adminSignature: {
    says: "That somebody looked is noted in the audit log.",
    takes: oneById,
    answers: { 200: answer("The signature", adminSignature), 400: refused("No id"), 404: NO_SIGNATURE },
  },
  removeSignature: {
    says: "For good, without an e-mail. There is no way back.",
    takes: oneById,
    answers: { 200: answer("Erased", adminAnswer), 400: refused("No id"), 404: NO_SIGNATURE },
  },
  decideName: {
    says: "In the public list alone: the signature counts either way.",
    takes: oneById,
    body: nameDecision,
    answers: { 200: answer("Done", adminAnswer), 400: refused("No decision"), 404: NO_SIGNATURE },
  },
  grantObjection: {
    says: "Erases the signature's IP address, browser and groups (GDPR, Art. 21); no group takes it in again. It counts as before.",
    takes: oneById,
    answers: { 200: answer("Done", adminAnswer), 400: refused("No id"), 404: NO_SIGNATURE },
  },
  exportSignatures: {
    says: "The oldest first. `X-Total-Count` says how many there were at its beginning.",
    takes: z.object({
      format: z.enum(EXPORT_FORMATS).default("csv"),
      separator: z
        .enum(Object.keys(SEPARATORS) as [SeparatorName, ...SeparatorName[]])
        .default("comma")
        .describe("Of a CSV"),
      progress: z
        .literal("rows")
        .optional()
        .describe("In frames: rows so far and length of the piece that follows, each in four bytes, big-endian"),
    }),
    answers: {
      200: {
        says: "The file",
        types: ["text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "application/octet-stream"],
      },
      400: refused("No such format or separator"),
    },
  },
  adminSuspicion: {
    says: "A sign is shown and decides nothing.",
    answers: { 200: answer("The latest of each", adminSuspicion) },
  },
  previewQuarantine: {
    says: "Before anything is moved: what `expected` is compared with.",
    takes: selectionQuery,
    answers: { 200: answer("The numbers", quarantinePreview), 400: refused("A selection that cannot be meant") },
  },
  quarantine: { says: "They are neither counted nor listed, until they are released.", body: moveRequest, answers: MOVES },
  release: { says: "They count again.", body: moveRequest, answers: MOVES },
  adminCharts: {
    says: "Of the last two days by the hour, of all days, by language and mail provider, with the last day's way from the form to the count.",
    answers: { 200: answer("By hour, day, language and mail provider", adminCharts) },
  },
} satisfies DescribedCalls;
