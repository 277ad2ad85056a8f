import { z } from "zod";
import { LANGUAGES } from "../petition/language.ts";
import type { PersonalLinkOutcome } from "./personal.ts";
import { needed } from "./shape.schema.ts";
import { type AnswerShapes, refused, tooManyAttempts, unavailable } from "./visitor.schema.ts";

export const personalLinkRequest = z
  .object({ email: needed(z.string().max(4000).default("")), locale: z.enum(LANGUAGES).optional() })
  .meta({ id: "PersonalLinkRequest" });

export const personalLinkAnswers = {
  accepted: z.object({ outcome: z.literal("accepted"), message: z.string() }).meta({ id: "PersonalLinkAccepted" }),
  refused: refused(z.literal("email")).meta({ id: "PersonalLinkRefused" }),
  "too-many-attempts": tooManyAttempts,
  unavailable,
} satisfies AnswerShapes<PersonalLinkOutcome>;
