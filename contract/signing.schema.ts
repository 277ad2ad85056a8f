import { z } from "zod";
import { LANGUAGES } from "../petition/language.ts";
import { notCollecting } from "./collection.schema.ts";
import { presentTexts } from "./consent.schema.ts";
import type { ResendOutcome, SignOutcome } from "./signing.ts";
import { type AnswerShapes, refused, tooManyAttempts } from "./visitor.schema.ts";

/** Nobody types more than this into a line; longer texts are refused before anything looks at them. */
const line = z.string().max(4000);

export const signRequest = z.object({
  fullName: line.default(""),
  email: line.default(""),
  /** Without one, that of `VISIBILITY_DEFAULT`. */
  visibility: z.enum(["public", "private"]).optional(),
  gdprConsent: z.boolean().catch(false),
  captcha: line.default(""),
  sessionId: line.default(""),
  locale: z.enum(LANGUAGES).optional(),
  /** Of what the caller has shown; without one, what is shown now. */
  consentVersion: line.optional(),
  petitionVersion: line.optional(),
  policyVersion: line.optional(),
  websiteNote: line.default(""),
});
export type SignRequest = z.infer<typeof signRequest>;

export const resendRequest = z.object({ email: line.default(""), locale: z.enum(LANGUAGES).optional() });

const accepted = { outcome: z.literal("accepted"), success: z.literal(true), message: z.string() };

const field = z.enum([
  ...(["body", "fullName", "email", "visibility", "gdprConsent", "captcha", "locale", "sessionId"] as const),
  ...(["consentVersion", "petitionVersion", "policyVersion"] as const),
]);

export const signAnswers = {
  accepted: z.object({ ...accepted, email: z.string(), expiresAt: z.iso.datetime() }),
  refused: refused(field),
  "texts-changed": refused(field).extend({ outcome: z.literal("texts-changed"), texts: presentTexts }),
  "not-collecting": notCollecting,
  "too-many-attempts": tooManyAttempts,
} satisfies AnswerShapes<SignOutcome>;

export const resendAnswers = {
  accepted: z.object(accepted),
  refused: refused(z.literal("email")),
  "too-many-attempts": tooManyAttempts,
} satisfies AnswerShapes<ResendOutcome>;
