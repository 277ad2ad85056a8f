/** What the form can tell by itself before anything is sent; the server asks the same rules again. */
import type { Say } from "../../messages/say.ts";
import { EMAIL_LENGTH_MAX, type EmailFault, readEmail } from "../../petition/email-address.ts";
import { faultOfName, NAME_LENGTH, type NameFault, tidyName } from "../../petition/signing.ts";

/** The fields a person can get wrong, in the order in which they stand on the page. */
export const CHECKED_FIELDS = ["fullName", "email", "captcha", "gdprConsent"] as const;
export type CheckedField = (typeof CHECKED_FIELDS)[number];

/** A sentence for each field that is not right. */
export type Faults = Partial<Record<CheckedField | "visibility", string>>;

export interface Typed {
  fullName: string;
  email: string;
  captcha: string;
  gdprConsent: boolean;
}

export function checkSigning(typed: Typed, say: Say): Faults {
  const faults: Faults = {};
  for (const field of CHECKED_FIELDS) {
    const fault = faultOf(field, typed, say);
    if (fault) faults[field] = fault;
  }
  return faults;
}

/** The sentence that says what is wrong with one field, or null. */
export function faultOf(field: CheckedField, typed: Typed, say: Say): string | null {
  switch (field) {
    case "fullName": {
      const fault = faultOfName(tidyName(typed.fullName));
      return fault && sentenceForName(fault, say);
    }
    case "email": {
      const read = readEmail(typed.email);
      return "fault" in read ? sentenceForEmail(read.fault, say) : null;
    }
    case "captcha":
      return typed.captcha.trim() === "" ? say("signing.faults.captcha.missing") : null;
    case "gdprConsent":
      return typed.gdprConsent ? null : say("signing.faults.gdprConsent");
  }
}

/** Says what is wrong with a name. */
export function sentenceForName(fault: NameFault, say: Say): string {
  switch (fault) {
    case "missing":
      return say("signing.faults.fullName.missing");
    case "too-short":
      return say("signing.faults.fullName.tooShort", { min: NAME_LENGTH.min });
    case "too-long":
      return say("signing.faults.fullName.tooLong", { max: NAME_LENGTH.max });
    case "no-letter":
      return say("signing.faults.fullName.noLetter");
    case "digits":
      return say("signing.faults.fullName.digits");
    case "link":
      return say("signing.faults.fullName.link");
    case "forbidden":
      return say("signing.faults.fullName.forbidden");
  }
}

function sentenceForEmail(fault: EmailFault, say: Say): string {
  switch (fault) {
    case "missing":
      return say("signing.faults.email.missing");
    case "no-at":
      return say("signing.faults.email.noAt");
    case "invalid":
      return say("signing.faults.email.invalid");
    case "too-long":
      return say("signing.faults.email.tooLong", { max: EMAIL_LENGTH_MAX });
  }
}
