/** Without JavaScript the page that everybody shares carries no captcha: the first post brings one, the second signs. */

import { data, type RouterContextProvider, redirect } from "react-router";
import type { PresentTexts } from "../../contract/consent.ts";
import type { Petition } from "../../contract/petition.ts";
import type { CaptchaChallenge, SignField, SignOutcome, SignReceipt } from "../../contract/signing.ts";
import type { SiteFacts } from "../../contract/site-facts.ts";
import type { FieldRefusal, Visitor } from "../../contract/visitor.ts";
import { pageIn } from "../../petition/addresses.ts";
import { isPresent } from "../../petition/consent.ts";
import { suggestAddress } from "../../petition/mailbox.ts";
import { HONEYPOT } from "../../petition/signing.ts";
import { clockContext, factsContext, petitionContext, visitorContext } from "../context.ts";
import { languageOf, translatorFor } from "../translation.tsx";
import { entryIn, type TypedFields, versionsIn } from "./form-fields.ts";
import { readReceipt, receiptCookie } from "./receipt-cookie.ts";

export interface TypedSignature extends TypedFields {
  email: string;
  gdprConsent: boolean;
}

export type SignPageAnswer =
  | {
      outcome: "form";
      typed: TypedSignature;
      captcha: CaptchaChallenge;
      errors: FieldRefusal<SignField>[];
      message: string | null;
      lastStep: boolean;
      suggestion: string | null;
    }
  | { outcome: "thanks"; receipt: SignReceipt; now: string; message: string };

interface SignQuestion {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

export interface LoadedSigning {
  /** For a form that was just posted. A page that shows them must not be kept. */
  thanks: { receipt: SignReceipt; now: string } | null;
  texts: PresentTexts;
  visibilityDefault: SiteFacts["visibilityDefault"];
}

export function loadSigning({ request, context }: SignQuestion): LoadedSigning {
  const petition = context.get(petitionContext);
  const { pathname, searchParams } = new URL(request.url);
  const receipt = searchParams.has("signed") ? readReceipt(request, petition) : null;
  return {
    thanks: receipt && { receipt, now: context.get(clockContext).now().toISOString() },
    texts: petition.presentTexts(languageOf(pathname)),
    visibilityDefault: context.get(factsContext).visibilityDefault,
  };
}

export async function signAction({ request, context }: SignQuestion) {
  const petition = context.get(petitionContext);
  const form = await request.formData();
  switch (form.get("intent")) {
    case "resend":
      return sendAgain({ request, context });
    case "change-address":
      return withForm(petition, { typed: typedIn(readReceipt(request, petition)) });
    case "other-captcha":
      return otherCaptcha(form, context);
    default:
      return sign(form, context);
  }
}

async function sign(form: FormData, context: SignQuestion["context"]) {
  const petition = context.get(petitionContext);
  const visitor = context.get(visitorContext);
  const { typed } = readForm(form, context);
  const outcome = await petition.sign(
    {
      ...typed,
      ...versionsIn(form),
      visibility: typed.visibility ?? undefined,
      captcha: text(form, "captcha"),
      sessionId: text(form, "sessionId"),
      [HONEYPOT]: text(form, HONEYPOT),
      locale: visitor.language,
    },
    visitor,
  );
  if (outcome.outcome === "accepted") return thankAfterRedirect(typed, outcome, visitor, context);
  return withForm(petition, { typed, ...whatIsWrong(outcome, form.has("sessionId")) });
}

function otherCaptcha(form: FormData, context: SignQuestion["context"]) {
  const { typed, isOutdated } = readForm(form, context);
  const message = translatorFor(context.get(visitorContext).language)("signing.faults.textsChanged");
  const errors: FieldRefusal<SignField>[] = isOutdated ? [{ field: "gdprConsent", code: "texts-changed", message }] : [];
  return withForm(context.get(petitionContext), { typed, errors, lastStep: !isOutdated });
}

function thankAfterRedirect(
  typed: TypedSignature,
  outcome: Extract<SignOutcome, { outcome: "accepted" }>,
  visitor: Visitor,
  context: SignQuestion["context"],
): Response {
  const { email, expiresAt, message } = outcome;
  const { fullName } = typed;
  const visibility = typed.visibility ?? "public";
  const signedAt = context.get(clockContext).now().toISOString();
  const encrypted = context.get(petitionContext).encryptReceipt({ email, expiresAt, message, fullName, visibility, signedAt });
  // See other: loading the page again must not sign again.
  return redirect(`${pageIn(visitor.language, "home")}?signed=1#sign`, {
    status: 303,
    headers: {
      "Set-Cookie": receiptCookie(encrypted, context.get(factsContext).publicUrl),
      "Cache-Control": "private, no-store",
    },
  });
}

/** `hadCaptcha`: the form came with a sum. If not, that it was not solved is no fault but the next step. */
function whatIsWrong(outcome: Exclude<SignOutcome, { outcome: "accepted" }>, hadCaptcha: boolean): Partial<FormAnswer> {
  if (outcome.outcome === "too-many-attempts")
    return { message: outcome.message, status: 429, headers: { "Retry-After": String(outcome.retryAfter) } };
  if (outcome.outcome === "unavailable")
    return { message: outcome.message, status: 503, headers: { "Retry-After": String(outcome.retryAfter) } };
  if (outcome.outcome === "not-collecting") return { message: outcome.notTaken, status: 403 };
  const errors = hadCaptcha
    ? outcome.errors
    : outcome.errors.filter(({ field }) => field !== "captcha" && field !== "sessionId");
  return errors.length === 0 ? { lastStep: true } : { errors, status: outcome.outcome === "refused" ? 400 : 409 };
}

async function sendAgain({ request, context }: SignQuestion) {
  const petition = context.get(petitionContext);
  const visitor = context.get(visitorContext);
  const receipt = readReceipt(request, petition);
  if (!receipt) return withForm(petition, { typed: typedIn(null) });
  const { outcome, message } = await petition.resend({ email: receipt.email, locale: visitor.language }, visitor);
  const now = context.get(clockContext).now().toISOString();
  const status = { accepted: 200, refused: 400, "too-many-attempts": 429, unavailable: 503 }[outcome];
  return data<SignPageAnswer>({ outcome: "thanks", receipt, now, message }, { status });
}

type FormAnswer = Omit<Extract<SignPageAnswer, { outcome: "form" }>, "outcome"> & {
  status: number;
  headers: Record<string, string>;
};

function withForm(
  petition: Petition,
  { typed, status = 200, headers, ...rest }: Partial<FormAnswer> & { typed: TypedSignature },
) {
  const nothingWrong = { errors: [], message: null, lastStep: false };
  const captcha = petition.drawCaptcha();
  const suggestion = suggestAddress(typed.email);
  return data<SignPageAnswer>({ outcome: "form", ...nothingWrong, ...rest, typed, captcha, suggestion }, { status, headers });
}

/** The page comes back with the present texts: who saw others has not consented to these. */
function readForm(form: FormData, context: SignQuestion["context"]): { typed: TypedSignature; isOutdated: boolean } {
  const texts = context.get(petitionContext).presentTexts(context.get(visitorContext).language);
  const isOutdated = !isPresent(versionsIn(form), texts);
  const gdprConsent = form.get("gdprConsent") === "true" && !isOutdated;
  return { typed: { ...entryIn(form), email: text(form, "email"), gdprConsent }, isOutdated };
}

function typedIn(receipt: SignReceipt | null): TypedSignature {
  const { fullName = "", email = "", visibility = null } = receipt ?? {};
  return { fullName, email, visibility, gdprConsent: false };
}

function text(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
