import { z } from "zod";
import { COLLECTION_STATUSES } from "../../petition/collection.ts";
import { LANGUAGES } from "../../petition/language.ts";
import { ADMIN_PAGE_SIZE, COUNTED_MAX, SEARCH_LENGTH_MAX, SIGNATURE_STATES } from "../../petition/search.ts";
import { PAGE_SIZE_MAX } from "../../petition/supporters.ts";
import { SUSPICION_REASONS } from "../../petition/suspicion.ts";
import { count, moment, shapeOf, uuid } from "../shape.schema.ts";
import { endingState } from "./ending.schema.ts";
import type { AdminSignature, AdminSignatureList, AdminStats } from "./signatures.ts";

export const visibility = z.enum(["public", "private"]);
export const signatureState = z.enum(SIGNATURE_STATES);

export const signatureFilter = {
  search: z
    .string()
    .max(SEARCH_LENGTH_MAX)
    .optional()
    .describe("Part of a name or address, an address of origin or its network, a day or a month"),
  visibility: visibility.optional(),
  language: z.enum(LANGUAGES).optional(),
  state: signatureState.optional(),
  cluster: uuid.optional().describe("A suspicious group"),
  quarantine: uuid.optional().describe("Put there by that act"),
  signature: uuid.optional().describe("That one alone"),
};

export const signaturesQuery = z.object({
  page: z.int().min(1).default(1),
  limit: z.int().min(1).max(PAGE_SIZE_MAX).default(ADMIN_PAGE_SIZE),
  after: z.string().optional().describe("`next` of the page before, in place of a number"),
  ...signatureFilter,
});

export const signatureId = z.object({ id: uuid });

export const nameDecision = z
  .object({ hidden: z.boolean().describe("false shows a hidden name again, and approves one on hold") })
  .meta({ id: "NameDecision" });

export const adminSignature = shapeOf<AdminSignature>()(
  z.object({
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
  }),
).meta({ id: "AdminSignature" });

export const adminSignatureList = shapeOf<AdminSignatureList>()(
  z.object({
    signatures: z.array(adminSignature).describe("The newest first"),
    total: count,
    totalIsExact: z
      .boolean()
      .describe(`Otherwise there are at least so many: nothing is counted further than to ${COUNTED_MAX + 1}`),
    next: z.string().nullable().describe("For `after`; null where nothing follows, or where pages are called by number alone"),
    searchedTo: moment.nullable().describe("The search stopped here, before the page was full; `next` goes on"),
  }),
).meta({ id: "AdminSignatureList" });

export const adminStats = shapeOf<AdminStats>()(
  z.object({
    signatureCount: count,
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
  }),
).meta({ id: "AdminStats" });
