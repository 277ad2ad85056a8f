import { z } from "zod";
import { count, day, moment, shapeOf } from "../shape.schema.ts";
import type { AdminEnd, EndAnswer, EndingState } from "./ending.ts";

export const endRequest = z
  .object({
    waive: z.boolean().default(false).describe("Those whose link still works lose it"),
    waiveUndecided: z
      .boolean()
      .default(false)
      .describe("Those whom the site has held are erased uncounted, though nobody has decided"),
  })
  .meta({ id: "EndRequest" });

const state = {
  handedOverOn: day.nullable(),
  erasedBy: day.nullable(),
  isDue: z.boolean().describe("The day has come, and the petition has not ended"),
  endedAt: moment.nullable(),
  erasedAt: moment.nullable().describe("Null, too, while rows are still being erased"),
};

export const endingState = shapeOf<EndingState>()(z.object(state)).meta({ id: "EndingState" });

export const adminEnd = shapeOf<AdminEnd>()(
  z.object({
    ...state,
    signatureCount: count,
    going: z
      .object({ signatures: count, unconfirmed: count, emails: count, hashes: count, groups: count, lines: count })
      .describe("`hashes`: of mailboxes and networks; `lines`: of the audit log about single persons"),
    confirmable: count.describe("Of those not confirmed: whose link still works"),
    undecided: count.describe("In quarantine, put there by the site itself: a person has to decide about each"),
  }),
).meta({ id: "AdminEnd" });

export const endAnswer = shapeOf<EndAnswer>()(
  z.discriminatedUnion("outcome", [
    z.object({ outcome: z.literal("closed"), confirmable: count, confirmableUntil: moment }).meta({ id: "EndClosed" }),
    z.object({ outcome: z.literal("undecided"), undecided: count }).meta({ id: "EndUndecided" }),
    z.object({ outcome: z.literal("erasing"), erased: count }).meta({ id: "EndErasing" }),
    z.object({ outcome: z.literal("erased"), erased: count, signatureCount: count }).meta({ id: "EndErased" }),
  ]),
);
