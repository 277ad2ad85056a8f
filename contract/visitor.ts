import { z } from "zod";
import type { Language } from "../petition/language.ts";

export interface Visitor {
  address: string;
  userAgent: string | null;
  /** False for a request straight from the server's own machine, by a name of that machine. */
  limited: boolean;
  language: Language;
}

export const refusal = z
  .object({ outcome: z.string().optional(), message: z.string().describe("A sentence in the caller's language") })
  .meta({ id: "Refusal" });

export function refusedField<Field extends z.ZodType<string>>(field: Field) {
  return z.object({ field, code: z.string(), message: z.string() });
}
export type FieldRefusal<Field extends string = string> = z.infer<ReturnType<typeof refusedField<z.ZodType<Field>>>>;

export function refusalOf<Field extends z.ZodType<string>>(field: Field) {
  const errors = z.array(refusedField(field)).describe("One for each field that is wrong");
  return z.object({ outcome: z.literal("refused"), message: z.string(), errors });
}

const retryAfter = z.int().describe("Seconds");

export const tooManyAttempts = z
  .object({ outcome: z.literal("too-many-attempts"), message: z.string(), retryAfter })
  .meta({ id: "TooManyAttempts" });
export type TooManyAttempts = z.infer<typeof tooManyAttempts>;

export const unavailable = z
  .object({
    outcome: z.literal("unavailable"),
    message: z.string().describe("Says whether it may have been taken nevertheless"),
    retryAfter,
  })
  .meta({ id: "Unavailable" });
export type Unavailable = z.infer<typeof unavailable>;
