import { z } from "zod";
import { EMAIL_LENGTH } from "../petition/email-address.ts";
import { LANGUAGES } from "../petition/language.ts";
import { NAME_LENGTH } from "../petition/signing.ts";
import { notCollecting } from "./collection.schema.ts";
import { presentTexts } from "./consent.schema.ts";
import { needed } from "./shape.schema.ts";
import type { ResendOutcome, SignOutcome } from "./signing.ts";
import { type AnswerShapes, refused, tooManyAttempts, unavailable } from "./visitor.schema.ts";

/** Nobody types more than this into a line; longer texts are refused before anything looks at them. */
const line = z.string().max(4000);
const version = line
  .optional()
  .describe("The version of the text that the caller has shown; without one, what is shown now is meant");

export const signRequest = z.object({
  fullName: needed(line.default("")).describe(
    `As people write it: ${NAME_LENGTH.min} to ${NAME_LENGTH.max} characters, no digits, no addresses`,
  ),
  email: needed(line.default("")).describe(`At most ${EMAIL_LENGTH.max} characters; the link to confirm goes there`),
  /** Without one, that of `VISIBILITY_DEFAULT`. */
  visibility: z.enum(["public", "private"]).optional().describe("Whether the list shows the name; else as the site is set"),
  gdprConsent: needed(z.boolean().catch(false)).describe("Anything but true is no consent"),
  captcha: needed(line.default("")).describe("What the sum makes, in digits or as a word"),
  sessionId: needed(line.default("")).describe("Of the sum; it takes one answer"),
  solution: line
    .default("")
    .describe("Of the puzzle that came with the sum. Without one, or with a wrong one, a lower limit holds"),
  locale: z.enum(LANGUAGES).optional().describe("The language of answer and e-mails"),
  /** Of what the caller has shown; without one, what is shown now. */
  consentVersion: version,
  petitionVersion: version,
  policyVersion: version,
  websiteNote: line.default(""),
});
export type SignRequest = z.infer<typeof signRequest>;

export const resendRequest = z
  .object({ email: needed(line.default("")), locale: z.enum(LANGUAGES).optional() })
  .meta({ id: "ResendRequest" });

const accepted = { outcome: z.literal("accepted"), success: z.literal(true), message: z.string() };

const field = z.enum([
  ...(["body", "fullName", "email", "visibility", "gdprConsent", "captcha", "locale", "sessionId", "solution"] as const),
  ...(["consentVersion", "petitionVersion", "policyVersion"] as const),
]);

const refusedSigning = refused(field);

export const signAnswers = {
  accepted: z.object({ ...accepted, email: z.string(), expiresAt: z.iso.datetime() }).meta({ id: "SignatureAccepted" }),
  refused: refusedSigning.meta({ id: "SignatureRefused" }),
  "texts-changed": refusedSigning
    .extend({ outcome: z.literal("texts-changed"), texts: presentTexts })
    .meta({ id: "TextsChanged" }),
  "not-collecting": notCollecting,
  "too-many-attempts": tooManyAttempts,
  unavailable,
} satisfies AnswerShapes<SignOutcome>;

export const resendAnswers = {
  accepted: z.object(accepted).meta({ id: "ResendAccepted" }),
  refused: refused(z.literal("email")).meta({ id: "ResendRefused" }),
  "too-many-attempts": tooManyAttempts,
  unavailable,
} satisfies AnswerShapes<ResendOutcome>;
