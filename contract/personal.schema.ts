import { z } from "zod";
import { LANGUAGES } from "../petition/language.ts";
import type { PersonalLinkOutcome } from "./personal.ts";
import { type AnswerShapes, refused, tooManyAttempts } from "./visitor.schema.ts";

export const personalLinkRequest = z.object({ email: z.string().max(4000).default(""), locale: z.enum(LANGUAGES).optional() });

export const personalLinkAnswers = {
  accepted: z.object({ outcome: z.literal("accepted"), message: z.string() }),
  refused: refused(z.literal("email")),
  "too-many-attempts": tooManyAttempts,
} satisfies AnswerShapes<PersonalLinkOutcome>;
