import { TEXT_VERSIONS, type TextVersions } from "../../petition/consent.ts";
import { HONEYPOT, type Visibility } from "../../petition/signing.ts";
import type { SignatureToSend } from "./send-signature.ts";

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

export function signatureIn(form: FormData): Omit<SignatureToSend, "sessionId" | "solution" | "locale"> {
  const text = (name: string) => String(form.get(name) ?? "");
  return {
    ...entryIn(form),
    ...versionsIn(form),
    email: text("email"),
    gdprConsent: form.get("gdprConsent") === "true",
    captcha: text("captcha"),
    websiteNote: text(HONEYPOT),
  };
}

export interface TypedFields {
  fullName: string;
  /** Null where nothing is chosen yet. */
  visibility: Visibility | null;
}

export function entryIn(form: FormData): TypedFields {
  const visibility = form.get("visibility");
  return {
    fullName: String(form.get("fullName") ?? ""),
    visibility: visibility === "public" || visibility === "private" ? visibility : null,
  };
}

export function versionsIn(form: FormData): TextVersions {
  return Object.fromEntries(TEXT_VERSIONS.map((name) => [name, String(form.get(name) ?? "")])) as TextVersions;
}
