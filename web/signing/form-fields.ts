import { HONEYPOT } from "../../contract/signing.ts";
import type { Visibility } from "../../petition/signing.ts";
import type { SignatureToSend } from "./send-signature.ts";

/** The ids of the fields, in the order in which they stand on the page. */
export const PLACES = {
  fullName: "full-name",
  email: "email",
  visibility: "visibility-public",
  captcha: "captcha",
  gdprConsent: "consent",
} as const;

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

export function signatureIn(form: FormData): Omit<SignatureToSend, "sessionId" | "locale"> {
  const text = (name: string) => String(form.get(name) ?? "");
  return {
    ...entryIn(form),
    email: text("email"),
    gdprConsent: form.get("gdprConsent") === "true",
    captcha: text("captcha"),
    websiteNote: text(HONEYPOT),
  };
}

export function entryIn(form: FormData): { fullName: string; visibility: Visibility } {
  return {
    fullName: String(form.get("fullName") ?? ""),
    visibility: form.get("visibility") === "private" ? "private" : "public",
  };
}
