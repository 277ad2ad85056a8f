import { z } from "zod";
import { PACE_DAYS } from "../../petition/projection.ts";
import { SMALLEST_GROUP } from "../../petition/small-groups.ts";
import { answer, count, type DescribedCalls, day, moment, named } from "../described.ts";

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

export const CHARTS_CALLS = {
  adminCharts: {
    says: "Of the last two days by the hour, of all days, by language and mail provider, with the last day's way from the form to the count.",
    answers: { 200: answer("By hour, day, language and mail provider", adminCharts) },
  },
} satisfies DescribedCalls;
