import type { Iso8601 } from "../petition/calendar.ts";
import type { TextVersions } from "../petition/consent.ts";
import type { Milliseconds } from "../petition/duration.ts";
import type { EmailFault } from "../petition/email-address.ts";
import type { NameFault, Visibility } from "../petition/signing.ts";
import type { CaptchaChallenge } from "./captcha.ts";
import type { NotCollecting } from "./collection.ts";
import type { PresentTexts } from "./consent.ts";
import type { FieldRefusal, TooManyAttempts, Unavailable, Visitor } from "./visitor.ts";

export const HONEYPOT = "websiteNote";

export const RECEIPT_COOKIE = "signed";

/** The privacy text names it. */
export const RECEIPT_LIFETIME: Milliseconds = 60 * 60_000;

/** No script reads it, and no other site sends it. */
export const RECEIPT_COOKIE_ATTRIBUTES = {
  path: "/",
  maxAge: RECEIPT_LIFETIME / 1000,
  httpOnly: true,
  sameSite: "lax",
} as const;

export const NAME_SENTENCES = {
  missing: "signing.faults.fullName.missing",
  "too-short": "signing.faults.fullName.tooShort",
  "too-long": "signing.faults.fullName.tooLong",
  "no-letter": "signing.faults.fullName.noLetter",
  digits: "signing.faults.fullName.digits",
  link: "signing.faults.fullName.link",
  forbidden: "signing.faults.fullName.forbidden",
} as const satisfies Record<NameFault, string>;

export const EMAIL_SENTENCES = {
  missing: "signing.faults.email.missing",
  "no-at": "signing.faults.email.noAt",
  invalid: "signing.faults.email.invalid",
  "too-long": "signing.faults.email.tooLong",
  "local-too-long": "signing.faults.email.localTooLong",
} as const satisfies Record<EmailFault, string>;

/** `body`: what came is no object at all. */
export type SignField =
  | "body"
  | "fullName"
  | "email"
  | "visibility"
  | "gdprConsent"
  | "captcha"
  | "locale"
  | "sessionId"
  | "solution"
  | keyof TextVersions;

/** Answer of `POST /api/petition/sign`. The same for an address that is unknown, waits or is counted. */
export type SignOutcome =
  | {
      outcome: "accepted";
      /** For callers that know no `outcome`. */
      success: true;
      /** The phrase that callers may look for, in the visitor's language (specification, "Signing"). */
      message: string;
      email: string;
      expiresAt: Iso8601;
    }
  | { outcome: "refused"; message: string; errors: FieldRefusal<SignField>[] }
  /** The form showed texts that others have taken the place of: `texts` are to be shown, and consented to. */
  | { outcome: "texts-changed"; message: string; errors: FieldRefusal<SignField>[]; texts: PresentTexts }
  | NotCollecting
  | TooManyAttempts
  | Unavailable;

/** What an attempt may hear that nobody has looked into. */
export type TurnedAway = Extract<SignOutcome, { outcome: "refused" | "too-many-attempts" }>;

/** Answer of `POST /api/petition/resend`. */
export type ResendOutcome =
  | { outcome: "accepted"; success: true; message: string }
  | { outcome: "refused"; message: string; errors: FieldRefusal<"email">[] }
  | TooManyAttempts
  | Unavailable;

export interface SignReceipt {
  email: string;
  expiresAt: Iso8601;
  message: string;
  visibility: Visibility;
  /** Kept, so that correcting the address does not cost typing the name again. */
  fullName: string;
  signedAt: Iso8601;
}

export interface Signing {
  drawCaptcha(): CaptchaChallenge;
  sign(input: unknown, visitor: Visitor): Promise<SignOutcome>;
  /** What {@link sign} would answer in a rush, where memory alone knows that it turns this attempt away; null where it has to be asked. */
  turnAway(input: unknown, visitor: Visitor): TurnedAway | null;
  resend(input: unknown, visitor: Visitor): Promise<ResendOutcome>;
  /** In characters that a cookie may hold; opens again for {@link RECEIPT_LIFETIME}. */
  encryptReceipt(receipt: SignReceipt): string;
  decryptReceipt(encrypted: string): SignReceipt | null;
}
