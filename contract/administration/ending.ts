import { z } from "zod";
import { answer, count, type DescribedCalls, day, FROM_HERE, moment, named, refused } from "../described.ts";

export const endRequest = named("EndRequest", {
  waive: z.boolean().default(false).describe("Those whose link still works lose it"),
  waiveUndecided: z
    .boolean()
    .default(false)
    .describe("Those whom the site has held are erased uncounted, though nobody has decided"),
});

const state = {
  handedOverOn: day.nullable(),
  erasedBy: day.nullable(),
  isDue: z.boolean().describe("The day has come, and the petition has not ended"),
  endedAt: moment.nullable(),
  erasedAt: moment.nullable().describe("Null, too, while rows are still being erased"),
};

export const endingState = named("EndingState", state);
export type EndingState = z.infer<typeof endingState>;

const adminEnd = named("AdminEnd", {
  ...state,
  signatureCount: count,
  going: z
    .object({ signatures: count, unconfirmed: count, emails: count, hashes: count, groups: count, lines: count })
    .describe("`hashes`: of mailboxes and networks; `lines`: of the audit log about single persons"),
  confirmable: count.describe("Of those not confirmed: whose link still works"),
  undecided: count.describe("In quarantine, put there by the site itself: a person has to decide about each"),
});
export type AdminEnd = z.infer<typeof adminEnd>;

const endAnswer = z.discriminatedUnion("outcome", [
  // Signing is closed now; these can still confirm. Nothing is erased before, unless that is waived.
  named("EndClosed", { outcome: z.literal("closed"), confirmable: count, confirmableUntil: moment }),
  // Signing is closed, and so many are still to be decided about. Nothing is erased before, unless that is waived.
  named("EndUndecided", { outcome: z.literal("undecided"), undecided: count }),
  named("EndErasing", { outcome: z.literal("erasing"), erased: count }),
  named("EndErased", { outcome: z.literal("erased"), erased: count, signatureCount: count }),
]);
export type EndAnswer = z.infer<typeof endAnswer>;

export const ENDING_CALLS = {
  adminEnd: { says: "Changes nothing.", answers: { 200: answer("The numbers", adminEnd) } },
  endPetition: {
    says: "Erases everything about persons and keeps the number. From the machine itself alone; to be repeated until it says `erased`.",
    body: endRequest,
    answers: {
      200: answer("How far it is", endAnswer),
      400: refused("No such request"),
      403: FROM_HERE,
      409: refused("The signatures are not handed over yet"),
    },
  },
} satisfies DescribedCalls;
