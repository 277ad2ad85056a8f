import { z } from "zod";
import { LANGUAGES } from "../petition/language.ts";
import { type AnswerShapes, refused, tooManyAttempts } from "./visitor.schema.ts";
import type { WithdrawOutcome } from "./withdrawal.ts";

export const withdrawRequest = z.object({
  email: z.string().max(4000).catch(""),
  confirmDeletion: z.boolean().catch(false),
  locale: z.enum(LANGUAGES).optional(),
});

export const withdrawAnswers = {
  accepted: z.object({ outcome: z.literal("accepted"), message: z.string(), deleteBy: z.enum(["request", "link"]) }),
  refused: refused(z.enum(["email", "confirmDeletion"])),
  "too-many-attempts": tooManyAttempts,
  unavailable: z.object({ outcome: z.literal("unavailable"), message: z.string() }),
} satisfies AnswerShapes<WithdrawOutcome>;
