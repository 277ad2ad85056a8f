/** Without JavaScript the page that everybody shares carries no captcha: the first post brings one, the second signs. */

import { type ActionFunctionArgs, data, redirect } from "react-router";
import type { Petition } from "../../contract/petition.ts";
import type { CaptchaChallenge, SignField, SignOutcome, SignReceipt } from "../../contract/signing.ts";
import type { FieldRefusal } from "../../contract/visitor.ts";
import { pageIn } from "../../petition/addresses.ts";
import { isPresent } from "../../petition/consent.ts";
import { suggestAddress } from "../../petition/mailbox.ts";
import { clockContext, factsContext, petitionContext, visitorContext } from "../context.ts";
import { languageOf, translatorFor } from "../translation.tsx";
import { type entryIn, signatureIn, textIn, versionsIn } from "./form-fields.ts";
import { readReceipt, receiptCookie } from "./receipt-cookie.ts";

export type TypedSignature = ReturnType<typeof entryIn> & { email: string; gdprConsent: boolean };

export interface FormAnswer {
  outcome: "form";
  typed: TypedSignature;
  captcha: CaptchaChallenge;
  errors: FieldRefusal<SignField>[];
  message: string | null;
  lastStep: boolean;
  suggestion: string | null;
}

export type SignPageAnswer = FormAnswer | { outcome: "thanks"; receipt: SignReceipt; now: string; message: string };

type SignQuestion = Pick<ActionFunctionArgs, "request" | "context">;
type Context = SignQuestion["context"];
type Accepted = Extract<SignOutcome, { outcome: "accepted" }>;

export type LoadedSigning = ReturnType<typeof loadSigning>;

/** `thanks`: for a form that was just posted. A page that shows them must not be kept. */
export function loadSigning({ request, context }: SignQuestion) {
  const petition = context.get(petitionContext);
  const { pathname, searchParams } = new URL(request.url);
  const receipt = searchParams.has("signed") ? readReceipt(request, petition) : null;
  const { visibilityDefault, confirmationLifetime } = context.get(factsContext);
  return {
    thanks: receipt && { receipt, now: context.get(clockContext).now().toISOString() },
    texts: petition.presentTexts(languageOf(pathname)),
    visibilityDefault,
    confirmationLifetime,
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

async function sign(form: FormData, context: Context) {
  const petition = context.get(petitionContext);
  const visitor = context.get(visitorContext);
  const { typed } = readForm(form, context);
  const outcome = await petition.sign(
    {
      ...signatureIn(form),
      ...typed,
      visibility: typed.visibility ?? undefined,
      sessionId: textIn(form, "sessionId"),
      locale: visitor.language,
    },
    visitor,
  );
  if (outcome.outcome === "accepted") return thankAfterRedirect(typed, outcome, context);
  return withForm(petition, { typed, ...whatIsWrong(outcome, form.has("sessionId")) });
}

function otherCaptcha(form: FormData, context: Context) {
  const { typed, isOutdated } = readForm(form, context);
  const message = translatorFor(context.get(visitorContext).language)("signing.faults.textsChanged");
  const errors: FieldRefusal<SignField>[] = isOutdated ? [{ field: "gdprConsent", code: "texts-changed", message }] : [];
  return withForm(context.get(petitionContext), { typed, errors, lastStep: !isOutdated });
}

function thankAfterRedirect(typed: TypedSignature, { email, expiresAt, message }: Accepted, context: Context): Response {
  const { fullName, visibility } = typed;
  const signedAt = context.get(clockContext).now().toISOString();
  const receipt = { email, expiresAt, message, fullName, visibility: visibility ?? "public", signedAt };
  const encrypted = context.get(petitionContext).encryptReceipt(receipt);
  // See other: loading the page again must not sign again.
  return redirect(`${pageIn(context.get(visitorContext).language, "home")}?signed=1#sign`, {
    status: 303,
    headers: {
      "Set-Cookie": receiptCookie(encrypted, context.get(factsContext).publicUrl),
      "Cache-Control": "private, no-store",
    },
  });
}

/** `hadCaptcha`: the form came with a sum. If not, that it was not solved is no fault but the next step. */
function whatIsWrong(outcome: Exclude<SignOutcome, Accepted>, hadCaptcha: boolean): Partial<FormAnswer & ResponseInit> {
  if ("retryAfter" in outcome) {
    const status = outcome.outcome === "unavailable" ? 503 : 429;
    return { message: outcome.message, status, headers: { "Retry-After": String(outcome.retryAfter) } };
  }
  if (outcome.outcome === "not-collecting") return { message: outcome.notTaken, status: 403 };
  const isFault = ({ field }: FieldRefusal<SignField>) => hadCaptcha || (field !== "captcha" && field !== "sessionId");
  const errors = outcome.errors.filter(isFault);
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

type Shown = Partial<FormAnswer & ResponseInit> & { typed: TypedSignature };

function withForm(petition: Petition, { typed, status = 200, headers, ...rest }: Shown) {
  const nothingWrong = { errors: [], message: null, lastStep: false };
  const captcha = petition.drawCaptcha();
  const suggestion = suggestAddress(typed.email);
  return data<SignPageAnswer>({ ...nothingWrong, ...rest, outcome: "form", typed, captcha, suggestion }, { status, headers });
}

/** The page comes back with the present texts: who saw others has not consented to these. */
function readForm(form: FormData, context: Context): { typed: TypedSignature; isOutdated: boolean } {
  const texts = context.get(petitionContext).presentTexts(context.get(visitorContext).language);
  const isOutdated = !isPresent(versionsIn(form), texts);
  const { fullName, email, visibility, gdprConsent } = signatureIn(form);
  return { typed: { fullName, email, visibility, gdprConsent: gdprConsent && !isOutdated }, isOutdated };
}

function typedIn(receipt: SignReceipt | null): TypedSignature {
  const { fullName = "", email = "", visibility = null } = receipt ?? {};
  return { fullName, email, visibility, gdprConsent: false };
}
