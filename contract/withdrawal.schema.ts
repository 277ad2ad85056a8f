import { z } from "zod";
import { LANGUAGES } from "../petition/language.ts";
import { needed } from "./shape.schema.ts";
import { type AnswerShapes, refused, tooManyAttempts, unavailable } from "./visitor.schema.ts";
import type { WithdrawOutcome } from "./withdrawal.ts";

export const withdrawRequest = z
  .object({
    email: needed(z.string().max(4000).catch("")),
    confirmDeletion: needed(z.boolean().catch(false)).describe("Anything but true is no confirmation"),
    locale: z.enum(LANGUAGES).optional(),
  })
  .meta({ id: "Withdrawal" });

export const withdrawAnswers = {
  accepted: z
    .object({
      outcome: z.literal("accepted"),
      message: z.string(),
      deleteBy: z.enum(["request", "link"]).describe("Whether that was all, or a link was sent that erases"),
    })
    .meta({ id: "WithdrawalAccepted" }),
  refused: refused(z.enum(["email", "confirmDeletion"])).meta({ id: "WithdrawalRefused" }),
  "too-many-attempts": tooManyAttempts,
  unavailable,
} satisfies AnswerShapes<WithdrawOutcome>;
