import { z } from "zod";
import { shapeOf } from "./shape.schema.ts";
import type { TooManyAttempts, Unavailable } from "./visitor.ts";

/** A shape for each outcome of a call; one that is missing or says too little does not compile. */
export type AnswerShapes<Answer extends { outcome: string }> = {
  [Outcome in Answer["outcome"]]: z.ZodType<Extract<Answer, { outcome: Outcome }>>;
};

/** What a failed call says at least, be it that it was not understood at all. */
export const refusal = z
  .object({ outcome: z.string().optional(), message: z.string().describe("A sentence in the caller's language") })
  .meta({ id: "Refusal" });

export function refusedField<Field extends z.ZodType<string>>(field: Field) {
  return z.object({ field, code: z.string(), message: z.string() });
}

export function refused<Field extends z.ZodType<string>>(field: Field) {
  const errors = z.array(refusedField(field)).describe("One for each field that is wrong");
  return z.object({ outcome: z.literal("refused"), message: z.string(), errors });
}

export const tooManyAttempts = shapeOf<TooManyAttempts>()(
  z.object({
    outcome: z.literal("too-many-attempts"),
    message: z.string(),
    retryAfter: z.int().describe("Seconds"),
  }),
).meta({ id: "TooManyAttempts" });

export const unavailable = shapeOf<Unavailable>()(
  z.object({
    outcome: z.literal("unavailable"),
    message: z.string().describe("Says whether it may have been taken nevertheless"),
    retryAfter: z.int().describe("Seconds"),
  }),
).meta({ id: "Unavailable" });
