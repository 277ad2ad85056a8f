import { z } from "zod";
import type { TooManyAttempts } from "./visitor.ts";

/** A shape for each outcome of a call; one that is missing or says too little does not compile. */
export type AnswerShapes<Answer extends { outcome: string }> = {
  [Outcome in Answer["outcome"]]: z.ZodType<Extract<Answer, { outcome: Outcome }>>;
};

/** What a failed call says at least, be it that it was not understood at all. */
export const refusal = z.object({ outcome: z.string().optional(), message: z.string() });

export function refused<Field extends z.ZodType<string>>(field: Field) {
  const errors = z.array(z.object({ field, code: z.string(), message: z.string() }));
  return z.object({ outcome: z.literal("refused"), message: z.string(), errors });
}

export const tooManyAttempts = z.object({
  outcome: z.literal("too-many-attempts"),
  message: z.string(),
  retryAfter: z.int().describe("Seconds"),
}) satisfies z.ZodType<TooManyAttempts>;
