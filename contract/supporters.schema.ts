/** For `/api/openapi.json` and for tests, so that pages load no zod; the compiler holds each to its interface. */
import { z } from "zod";
import type { LatestSupporter, PetitionStats, SupporterPage } from "./supporters.ts";

const visibility = z.enum(["public", "private"]);
const listKey = z.string().describe("Tells entries apart; no call takes it");

export const petitionStats = z.object({
  signatureCount: z.int().min(0),
  targetCount: z.int().min(1),
  progressPercentage: z.number().min(0).max(100),
  remainingSignatures: z.int().min(0),
}) satisfies z.ZodType<PetitionStats>;

export const latestSupporters = z.array(
  z.object({
    id: listKey,
    name: z.string().describe("The anonymous label for a private signature"),
    initials: z.string(),
    timeAgo: z.string(),
    visibility,
    confirmedAt: z.iso.datetime(),
  }),
) satisfies z.ZodType<LatestSupporter[]>;

export const supporterPage = z.object({
  supporters: z.array(
    z.object({ id: listKey, name: z.string(), initials: z.string(), confirmedAt: z.iso.datetime(), visibility }),
  ),
  total: z.int().min(0),
  totalPages: z.int().min(1),
}) satisfies z.ZodType<SupporterPage>;
