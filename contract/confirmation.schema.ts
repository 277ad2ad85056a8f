import { z } from "zod";
import type { ConfirmAnswer } from "./confirmation.ts";
import { receipt } from "./transparency.schema.ts";

export const confirmAnswer = z.object({
  outcome: z.enum(["confirmed", "already_confirmed", "expired", "unknown"]),
  success: z.boolean(),
  error: z.enum(["expired", "already_confirmed"]).optional(),
  message: z.string(),
  hint: z.string().optional(),
  personalLink: z.string().optional(),
  signedAs: z.object({ fullName: z.string(), listedAs: z.string().nullable(), onHold: z.boolean() }).optional(),
  receipt: receipt.optional(),
}) satisfies z.ZodType<ConfirmAnswer>;
