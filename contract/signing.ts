/** What browser and server promise each other about signing, apart from the shape of the request (`signing.schema.ts`). */
import type { EmailFault } from "../petition/email-address.ts";
import type { NameFault, Visibility } from "../petition/signing.ts";
import type { CaptchaChallenge } from "./captcha.ts";
import type { NotCollecting } from "./collection.ts";
import type { FieldRefusal, TooManyAttempts, Visitor } from "./visitor.ts";

/** The field that only a robot fills in: no browser knows its name, no person sees it. */
export const HONEYPOT = "websiteNote";

/** The cookie that carries a sealed receipt to the page after the form was posted without JavaScript. */
export const RECEIPT_COOKIE = "signed";

/** How long that cookie and what is sealed in it are good for, in milliseconds; the privacy text names it. */
export const RECEIPT_LIFETIME = 10 * 60_000;

/** The sentence for each fault of a name; says `{min}` and `{max}` (code points). */
export const NAME_SENTENCES = {
  missing: "signing.faults.fullName.missing",
  "too-short": "signing.faults.fullName.tooShort",
  "too-long": "signing.faults.fullName.tooLong",
  "no-letter": "signing.faults.fullName.noLetter",
  digits: "signing.faults.fullName.digits",
  link: "signing.faults.fullName.link",
  forbidden: "signing.faults.fullName.forbidden",
} as const satisfies Record<NameFault, string>;

/** The sentence for each fault of an address; says `{max}` (characters). */
export const EMAIL_SENTENCES = {
  missing: "signing.faults.email.missing",
  "no-at": "signing.faults.email.noAt",
  invalid: "signing.faults.email.invalid",
  "too-long": "signing.faults.email.tooLong",
} as const satisfies Record<EmailFault, string>;

/** `body`: what came is no object at all. */
export type SignField = "body" | "fullName" | "email" | "visibility" | "gdprConsent" | "captcha" | "locale" | "sessionId";

/** Answer of `POST /api/petition/sign`. The same for an address that is unknown, waits or is counted. */
export type SignOutcome =
  | {
      outcome: "accepted";
      /** For callers that know no `outcome`. */
      success: true;
      /** The phrase that callers may look for, in the visitor's language (specification, "Signing"). */
      message: string;
      /** The address as it was typed, trimmed: where the e-mail goes. */
      email: string;
      /** ISO 8601: until when the link in the e-mail works. */
      expiresAt: string;
    }
  | { outcome: "refused"; message: string; errors: FieldRefusal<SignField>[] }
  | NotCollecting
  | TooManyAttempts;

/** Answer of `POST /api/petition/resend`. */
export type ResendOutcome =
  | { outcome: "accepted"; success: true; message: string }
  | { outcome: "refused"; message: string; errors: FieldRefusal<"email">[] }
  | TooManyAttempts;

/** What the thank-you view shows to a browser without JavaScript, carried through one redirect in a sealed cookie. */
export interface SignReceipt {
  email: string;
  /** ISO 8601: until when the link in the e-mail works. */
  expiresAt: string;
  /** The server's sentence, in the language of the page that signed. */
  message: string;
  visibility: Visibility;
  /** Kept, so that correcting the address does not cost typing the name again. */
  fullName: string;
  /** ISO 8601: when the e-mail was asked for. */
  signedAt: string;
}

export interface Signing {
  drawCaptcha(): CaptchaChallenge;
  /** `input` is whatever was posted; it is parsed here. */
  sign(input: unknown, visitor: Visitor): Promise<SignOutcome>;
  resend(input: unknown, visitor: Visitor): Promise<ResendOutcome>;
  /** Authenticated encryption, in characters that a cookie may hold; opens again for {@link RECEIPT_LIFETIME}. */
  encryptReceipt(receipt: SignReceipt): string;
  /** Null for anything that this deployment did not encrypt, or too long ago. */
  decryptReceipt(encrypted: string): SignReceipt | null;
}
