import type { Translate } from "../../messages/translate.ts";
import { TEXT_VERSIONS, type TextVersions } from "../../petition/consent.ts";
import { EMAIL_LENGTH, EMAIL_SENTENCES, readEmail } from "../../petition/email-address.ts";
import { faultOfName, HONEYPOT, NAME_LENGTH, NAME_SENTENCES, tidyName, type Visibility } from "../../petition/signing.ts";

export const PLACES = {
  fullName: "full-name",
  email: "email",
  visibility: "visibility-public",
  captcha: "captcha",
  gdprConsent: "consent",
} as const;

type CheckedField = keyof typeof PLACES;

/** Focuses a field together with its label: the sticky header must not cover the question that is asked. */
export function goTo(id: string): void {
  const field = document.getElementById(id);
  field?.focus({ preventScroll: true });
  field?.closest(".field")?.scrollIntoView({ block: "nearest" });
}

export function fieldAt(id: string): HTMLInputElement | null {
  const field = document.getElementById(id);
  return field instanceof HTMLInputElement ? field : null;
}

export function signatureIn(form: FormData) {
  return {
    ...entryIn(form),
    ...versionsIn(form),
    email: textIn(form, "email"),
    gdprConsent: form.get("gdprConsent") === "true",
    captcha: textIn(form, "captcha"),
    [HONEYPOT]: textIn(form, HONEYPOT),
  };
}

/** `visibility` is null where nothing is chosen yet. */
export function entryIn(form: FormData): { fullName: string; visibility: Visibility | null } {
  const visibility = form.get("visibility");
  return {
    fullName: textIn(form, "fullName"),
    visibility: visibility === "public" || visibility === "private" ? visibility : null,
  };
}

export function versionsIn(form: FormData): TextVersions {
  return Object.fromEntries(TEXT_VERSIONS.map((name) => [name, textIn(form, name)])) as TextVersions;
}

export function textIn(form: FormData, name: string): string {
  return String(form.get(name) ?? "");
}

export type Faults = Partial<Record<CheckedField, string>>;

/** What the form can tell by itself before anything is sent; the server asks the same rules again. */
export function checkSigning(typed: Pick<ReturnType<typeof signatureIn>, CheckedField>, t: Translate): Faults {
  const nameFault = faultOfName(tidyName(typed.fullName));
  const email = readEmail(typed.email);
  return {
    ...(nameFault && { fullName: t(NAME_SENTENCES[nameFault], NAME_LENGTH) }),
    ...("fault" in email && { email: t(EMAIL_SENTENCES[email.fault], EMAIL_LENGTH) }),
    ...(typed.visibility === null && { visibility: t("signing.faults.visibility") }),
    ...(typed.captcha.trim() === "" && { captcha: t("signing.faults.captcha.missing") }),
    ...(!typed.gdprConsent && { gdprConsent: t("signing.faults.gdprConsent") }),
  };
}
