import { z } from "zod";
import type { ConfirmAnswer } from "./confirmation.ts";
import { shapeOf } from "./shape.schema.ts";
import { receipt } from "./transparency.schema.ts";

export const confirmAnswer = shapeOf<ConfirmAnswer>()(
  z.object({
    outcome: z.enum(["confirmed", "already_confirmed", "expired", "unknown"]),
    success: z.boolean().describe("Says the same as `outcome`, as does `error`"),
    error: z.enum(["expired", "already_confirmed"]).optional(),
    message: z.string(),
    hint: z.string().optional(),
    personalLink: z.string().optional().describe("The path of one's own page; only where it has just been confirmed"),
    signedAs: z
      .object({
        fullName: z.string(),
        listedAs: z.string().nullable().describe("As the public list writes it; null where the anonymous label stands there"),
        onHold: z.boolean().describe("A word of the name is looked at before it is listed"),
      })
      .optional(),
    receipt: receipt.optional(),
  }),
).meta({ id: "Confirmation" });
