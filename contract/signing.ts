import { z } from "zod";
import type { Iso8601 } from "../petition/calendar.ts";
import type { TextKind } from "../petition/consent.ts";
import { EMAIL_LENGTH } from "../petition/email-address.ts";
import { LANGUAGES, type Language } from "../petition/language.ts";
import { NAME_LENGTH, type Visibility } from "../petition/signing.ts";
import { answer, count, type DescribedCalls, moment, named, needed, taken } from "./described.ts";
import { refusalOf, tooManyAttempts, unavailable } from "./visitor.ts";

/** What stands in the place of the form: finished sentences in the visitor's language. Plain text, never mark-up. */
const collectionNotice = named("Notice", {
  // `ended`: everything about persons is erased, or is being erased.
  status: z.enum(["paused", "closed", "ended"]),
  title: z.string(),
  day: z.string().nullable().describe("Since when, or until when presumably, in words"),
  paragraphs: z.array(z.string()),
  pending: z.string(),
  link: z.string(),
});
export type CollectionNotice = z.infer<typeof collectionNotice>;

const notCollecting = named("NotCollecting", {
  outcome: z.literal("not-collecting"),
  message: z.string(),
  notice: collectionNotice.describe("What visitors read in the place of the form"),
  notTaken: z.string(),
});
export type NotCollecting = z.infer<typeof notCollecting>;

export interface ShownText {
  version: string;
  kind: TextKind;
  language: Language;
  text: string;
  firstSeen: Iso8601;
}

const presentTexts = named("PresentTexts", {
  consentVersion: z.string(),
  petitionVersion: z.string(),
  policyVersion: z.string(),
  consent: z.string().describe("The words beside the box"),
});
export type PresentTexts = z.infer<typeof presentTexts>;

const captchaChallenge = named("Captcha", {
  sessionId: z.string(),
  question: z.string().describe("Such as “7 + 5 = ?”"),
  puzzle: z
    .object({ iterations: count.describe("Of PBKDF2, for one try"), tries: count.describe("That a solution takes on average") })
    .describe(
      "A work puzzle for programs; `client/solve.ts` solves it. A solution is a whole number n: the first four bytes of PBKDF2-HMAC-SHA-256 (password: `sessionId`, salt: n in decimal digits, both UTF-8), read as a big-endian number, are below 2^32 divided by `tries`",
    ),
});
export type CaptchaChallenge = z.infer<typeof captchaChallenge>;

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
  visibility: z.enum(["public", "private"]).optional().describe("Whether the list shows the name; else as the site is set"),
  gdprConsent: needed(z.boolean().catch(false)).describe("Anything but true is no consent"),
  captcha: needed(line.default("")).describe("What the sum makes, in digits or as a word"),
  sessionId: needed(line.default("")).describe("Of the sum; it takes one answer"),
  solution: line
    .default("")
    .describe("Of the puzzle that came with the sum. Without one, or with a wrong one, a lower limit holds"),
  locale: z.enum(LANGUAGES).optional().describe("The language of answer and e-mails"),
  consentVersion: version,
  petitionVersion: version,
  policyVersion: version,
  websiteNote: line.default(""),
});
export type SignRequest = z.infer<typeof signRequest>;

export const resendRequest = named("ResendRequest", { email: needed(line.default("")), locale: z.enum(LANGUAGES).optional() });

/** `success`: for callers that know no `outcome`. `message`: callers may look for a phrase of it (specification, "Signing"). */
const accepted = { outcome: z.literal("accepted"), success: z.literal(true), message: z.string() };

const signField = z.enum([
  "body",
  ...(["fullName", "email", "visibility", "gdprConsent", "captcha", "locale", "sessionId", "solution"] as const),
  ...(["consentVersion", "petitionVersion", "policyVersion"] as const),
]);
export type SignField = z.infer<typeof signField>;

const refusedSigning = refusalOf(signField);

/** The same for an address that is unknown, waits or is counted. */
export const signAnswers = {
  accepted: named("SignatureAccepted", { ...accepted, email: z.string(), expiresAt: moment }),
  refused: refusedSigning.meta({ id: "SignatureRefused" }),
  "texts-changed": refusedSigning
    .extend({ outcome: z.literal("texts-changed"), texts: presentTexts })
    .meta({ id: "TextsChanged" }),
  "not-collecting": notCollecting,
  "too-many-attempts": tooManyAttempts,
  unavailable,
};
export type SignOutcome = z.infer<(typeof signAnswers)[keyof typeof signAnswers]>;

export type Rejected = Extract<SignOutcome, { outcome: "refused" | "too-many-attempts" }>;

export const resendAnswers = {
  accepted: named("ResendAccepted", accepted),
  refused: refusalOf(z.literal("email")).meta({ id: "ResendRefused" }),
  "too-many-attempts": tooManyAttempts,
  unavailable,
};
export type ResendOutcome = z.infer<(typeof resendAnswers)[keyof typeof resendAnswers]>;

export interface SignReceipt {
  email: string;
  expiresAt: Iso8601;
  message: string;
  visibility: Visibility;
  /** Kept, so that correcting the address does not cost typing the name again. */
  fullName: string;
  signedAt: Iso8601;
}

export const SIGNING_CALLS = {
  captcha: {
    tag: "Signing",
    says: "Good for one answer, right or wrong. Fetching one writes nothing. Whoever solves the puzzle, too, signs under the higher limit.",
    answers: { 200: answer("The sum", captchaChallenge) },
    isStill: true,
  },
  sign: {
    tag: "Signing",
    says: "Counted once the link in the e-mail is followed. The answer is the same for an address that is unknown, waits or is counted.",
    body: signRequest.omit({ websiteNote: true }).meta({ id: "Signature" }),
    answers: {
      ...taken(signAnswers),
      403: answer("Signatures are not collected now", notCollecting),
      409: answer("One of the versions is not what is shown now; `texts` is", signAnswers["texts-changed"]),
    },
    isLimited: true,
  },
  resend: {
    tag: "Signing",
    says: "With the same end. The answer is the same for every address.",
    body: resendRequest,
    answers: taken(resendAnswers),
    isLimited: true,
  },
} satisfies DescribedCalls;
