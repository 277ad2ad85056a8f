/** For `/api/openapi.json` and for tests, so that pages load no zod; the compiler holds each to its interface. */
import { z } from "zod";
import { count, moment, shapeOf } from "./shape.schema.ts";
import type { LatestSupporter, ListedSupporter, PetitionStats, SupporterPage } from "./supporters.ts";

const visibility = z.enum(["public", "private"]);

const listed = {
  id: z.string().describe("Tells entries apart; no call takes it"),
  name: z.string().describe("The anonymous label for a private signature"),
  initials: z.string(),
  confirmedAt: moment,
  visibility,
};

export const petitionStats = shapeOf<PetitionStats>()(
  z.object({
    signatureCount: count,
    targetCount: z.int().min(1),
    progressPercentage: z.number().min(0).max(100).describe("Rounded down; 100 only where the goal is reached"),
    remainingSignatures: count,
  }),
).meta({ id: "Stats" });

const latestSupporter = shapeOf<LatestSupporter>()(
  z.object({ ...listed, timeAgo: z.string().describe("In words of the language that was asked for") }),
).meta({ id: "LatestSupporter" });

export const latestSupporters = z.array(latestSupporter);

const listedSupporter = shapeOf<ListedSupporter>()(z.object(listed)).meta({ id: "ListedSupporter" });

export const supporterPage = shapeOf<SupporterPage>()(
  z.object({ supporters: z.array(listedSupporter), total: count, totalPages: z.int().min(1) }),
).meta({ id: "SupporterPage" });
