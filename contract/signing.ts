/** What browser and server promise each other about signing, apart from the shape of the request (`sign-request.ts`). */
import type { EmailFault } from "../petition/email-address.ts";
import type { NameFault } from "../petition/signing.ts";

/** Why a signature was refused: the `code` of each entry in `errors`. */
export type SignRefusal =
  | `name-${NameFault}`
  | `email-${EmailFault}`
  | "consent-missing"
  | "captcha-missing"
  | "captcha-wrong"
  | "captcha-gone"
  | "wrong-type";

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
