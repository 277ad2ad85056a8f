/** What the form can tell by itself before anything is sent; the server asks the same rules again. */

import type { Translate } from "../../messages/translate.ts";
import { EMAIL_LENGTH, EMAIL_SENTENCES, readEmail } from "../../petition/email-address.ts";
import { faultOfName, NAME_LENGTH, NAME_SENTENCES, tidyName, type Visibility } from "../../petition/signing.ts";

const CHECKED_FIELDS = ["fullName", "email", "visibility", "captcha", "gdprConsent"] as const;
export type CheckedField = (typeof CHECKED_FIELDS)[number];

export function isChecked(name: string): name is CheckedField {
  return CHECKED_FIELDS.some((field) => field === name);
}

export type Faults = Partial<Record<CheckedField, string>>;

export interface Typed {
  fullName: string;
  email: string;
  visibility: Visibility | null;
  captcha: string;
  gdprConsent: boolean;
}

export function checkSigning(typed: Typed, t: Translate): Faults {
  const faults: Faults = {};
  for (const field of CHECKED_FIELDS) {
    const fault = faultOf(field, typed, t);
    if (fault) faults[field] = fault;
  }
  return faults;
}

export function faultOf(field: CheckedField, typed: Typed, t: Translate): string | null {
  switch (field) {
    case "fullName": {
      const fault = faultOfName(tidyName(typed.fullName));
      return fault && t(NAME_SENTENCES[fault], NAME_LENGTH);
    }
    case "email": {
      const read = readEmail(typed.email);
      return "fault" in read ? t(EMAIL_SENTENCES[read.fault], EMAIL_LENGTH) : null;
    }
    case "visibility":
      return typed.visibility === null ? t("signing.faults.visibility") : null;
    case "captcha":
      return typed.captcha.trim() === "" ? t("signing.faults.captcha.missing") : null;
    case "gdprConsent":
      return typed.gdprConsent ? null : t("signing.faults.gdprConsent");
  }
}
