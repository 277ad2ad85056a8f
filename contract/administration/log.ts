import { z } from "zod";
import { answer, count, type DescribedCalls, FROM_HERE, moment, named, refused } from "../described.ts";
import { logFault, witnessSeen } from "../transparency.ts";

export const logRestartRequest = named("LogRestartRequest", {
  origin: z
    .string()
    .nullable()
    .describe("Of the log that is to end: what was shown to whoever said yes. Null where there is no head yet"),
});
export type LogRestartRequest = z.infer<typeof logRestartRequest>;

const witnessStanding = witnessSeen
  .extend({ fault: z.string().nullable().describe("Why its last answer was none") })
  .meta({ id: "Witness" });
export type WitnessStanding = z.infer<typeof witnessStanding>;

const standing = {
  size: count.describe("Entries in the head that was published last"),
  count: count.describe("Added less removed, in that head"),
  publishedAt: moment.nullable().describe("Null before the first head"),
  waiting: count.describe("What is counted or removed and not in the log yet"),
  fault: logFault.nullable().describe("Of the process that answers: another one may find the log as it should be"),
  witnesses: z.array(witnessStanding),
};

export const logStanding = named("LogStanding", standing);
export type LogStanding = z.infer<typeof logStanding>;

const adminLog = named("AdminLog", {
  ...standing,
  origin: z.string().nullable(),
  checkpoint: z.string().nullable().describe("As it is signed"),
});
export type AdminLog = z.infer<typeof adminLog>;

export const LOG_CALLS = {
  adminLog: {
    says: "Its head, what waits for the next one, its witnesses, and what is wrong with it.",
    answers: { 200: answer("Its standing", adminLog) },
  },
  restartLog: {
    says: "In the place of one that cannot be gone on with; it names the last head of the old one. From the machine itself alone.",
    body: logRestartRequest,
    answers: {
      200: answer("The new log", adminLog),
      400: refused("No origin"),
      403: FROM_HERE,
      409: refused("Another log than was meant, or the petition has ended"),
      410: refused("The petition has ended meanwhile"),
    },
  },
} satisfies DescribedCalls;
