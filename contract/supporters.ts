import { z } from "zod";
import { LATEST_SUPPORTERS, PAGE_SIZE_MAX, SUPPORTERS_PER_PAGE } from "../petition/supporters.ts";
import { answer, count, type DescribedCalls, lang, moment, named, refused } from "./described.ts";

const petitionStats = named("Stats", {
  signatureCount: count,
  targetCount: z.int().min(1),
  progressPercentage: z.number().min(0).max(100).describe("Rounded down; 100 only where the goal is reached"),
  remainingSignatures: count,
  paperCount: count.describe("On paper, counted twice; in none of the other figures"),
});
export type PetitionStats = z.infer<typeof petitionStats>;

const listed = {
  id: z.string().describe("Tells entries apart; no call takes it"),
  name: z.string().describe("The anonymous label for a private signature"),
  initials: z.string(),
  confirmedAt: moment,
  visibility: z.enum(["public", "private"]),
};

const latestSupporter = named("LatestSupporter", {
  ...listed,
  timeAgo: z.string().describe("In words of the language that was asked for"),
});
export type LatestSupporter = z.infer<typeof latestSupporter>;

const supporterPage = named("SupporterPage", {
  supporters: z.array(named("ListedSupporter", listed)),
  total: count,
  totalPages: z.int().min(1),
});
export type SupporterPage = z.infer<typeof supporterPage>;

export const SUPPORTERS_CALLS = {
  stats: {
    tag: "Petition",
    says: "Readable from any origin. At most a second old, three in peak mode; while the database is away, `Age` says of when it is.",
    answers: { 200: answer("The figures", petitionStats) },
    isValidated: true,
  },
  latestSupporters: {
    tag: "Petition",
    says: "Empty while none signed publicly. Private signatures carry the anonymous label.",
    takes: z.object({ lang }),
    answers: { 200: answer(`At most ${LATEST_SUPPORTERS}, the newest first`, z.array(latestSupporter)) },
    isValidated: true,
  },
  supporters: {
    tag: "Petition",
    says: "The newest first. A page past the end is empty. How deep one may read in a while is limited.",
    takes: z.object({
      page: z.int().min(1).default(1),
      pageSize: z.int().min(1).max(PAGE_SIZE_MAX).default(SUPPORTERS_PER_PAGE),
      lang,
    }),
    answers: { 200: answer("One page", supporterPage), 400: refused("No such page number or size") },
    isValidated: true,
    isLimited: true,
  },
} satisfies DescribedCalls;
