import type { Iso8601 } from "../petition/calendar.ts";
import type { TextVersions } from "../petition/consent.ts";
import type { Visibility } from "../petition/signing.ts";
import type { CaptchaChallenge } from "./captcha.ts";
import type { NotCollecting } from "./collection.ts";
import type { PresentTexts } from "./consent.ts";
import type { FieldRefusal, TooManyAttempts, Unavailable, Visitor } from "./visitor.ts";

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
