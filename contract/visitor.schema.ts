import { z } from "zod";

const refusals = z.array(z.object({ field: z.string(), code: z.string(), message: z.string() }));

/** What every failed call says. */
export const refusal = z.object({ message: z.string(), errors: refusals.optional() });

export const messageAnswer = z.object({ message: z.string() });
