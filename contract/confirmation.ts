import { z } from "zod";
import { LANGUAGES } from "../petition/language.ts";
import { answer, type DescribedCalls, named, unavailableNow } from "./described.ts";
import { receipt } from "./transparency.ts";
import type { Unavailable } from "./visitor.ts";

const signedAs = z.object({
  fullName: z.string(),
  listedAs: z.string().nullable().describe("As the public list writes it; null where the anonymous label stands there"),
  onHold: z.boolean().describe("A word of the name is looked at before it is listed"),
});
export type SignedAs = z.infer<typeof signedAs>;

/** `success` and `error` are for callers that do not know `outcome`. What may be missing comes only where it has just been confirmed. */
export const confirmAnswer = named("Confirmation", {
  outcome: z.enum(["confirmed", "already_confirmed", "expired", "unknown"]),
  success: z.boolean().describe("Says the same as `outcome`, as does `error`"),
  error: z.enum(["expired", "already_confirmed"]).optional(),
  message: z.string(),
  hint: z.string().optional(),
  personalLink: z.string().optional().describe("The path of one's own page; only where it has just been confirmed"),
  signedAs: signedAs.optional(),
  receipt: receipt.optional(),
});
export type ConfirmAnswer = z.infer<typeof confirmAnswer>;

export type LinkFollowed = Omit<ConfirmAnswer, "success" | "error">;
export type ConfirmOutcome = LinkFollowed | Unavailable;

/** `counted`: the signature was confirmed meanwhile; it can be withdrawn, not suppressed. */
export type SuppressionOutcome = { outcome: "open" | "suppressed" | "undone" | "counted" | "expired" | "unknown" };

export const CONFIRMATION_CALLS = {
  confirm: {
    tag: "Signing",
    says: "Counts the signature. GET, since it does what the link does; HEAD changes nothing.",
    takes: z.object({
      token: z.string().describe("From the link in the e-mail"),
      lang: z.enum(LANGUAGES).optional().describe("The language of the sentences"),
    }),
    answers: {
      200: answer("Counted", confirmAnswer),
      404: answer("Nobody gave out this token", confirmAnswer),
      409: answer("Counted before", confirmAnswer),
      410: answer("Expired", confirmAnswer),
      503: unavailableNow,
    },
  },
} satisfies DescribedCalls;
