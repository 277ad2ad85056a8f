/** Without JavaScript the page that everybody shares carries no captcha: the first post brings one, the second signs. */

import { data, type RouterContextProvider, redirect } from "react-router";
import type { CaptchaChallenge } from "../../contract/captcha.ts";
import type { Petition } from "../../contract/petition.ts";
import type { SignField, SignOutcome, SignReceipt } from "../../contract/signing.ts";
import { HONEYPOT } from "../../contract/signing.ts";
import type { FieldRefusal, Visitor } from "../../contract/visitor.ts";
import { pageIn } from "../../petition/addresses.ts";
import { suggestAddress } from "../../petition/mailbox.ts";
import type { Visibility } from "../../petition/signing.ts";
import { clockContext, factsContext, petitionContext, visitorContext } from "../context.ts";
import { readReceipt, receiptCookie } from "./receipt-cookie.ts";

export interface TypedSignature {
  fullName: string;
  email: string;
  visibility: Visibility;
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

interface Asked {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

/** For the home page's loader: the receipt of a form that was just posted, else null. A page that shows one must not be kept. */
export function loadSigning({ request, context }: Asked): { receipt: SignReceipt | null; now: string } {
  const asked = new URL(request.url).searchParams.has("signed");
  const receipt = asked ? readReceipt(request, context.get(petitionContext)) : null;
  return { receipt, now: context.get(clockContext).now().toISOString() };
}

export async function signAction({ request, context }: Asked) {
  const petition = context.get(petitionContext);
  const form = await request.formData();
  switch (form.get("intent")) {
    case "resend":
      return sendAgain({ request, context });
    case "change-address":
      return withForm(petition, { typed: typedIn(readReceipt(request, petition)) });
    case "other-captcha":
      return withForm(petition, { typed: typedIn(form), lastStep: true });
    default:
      return sign(form, context);
  }
}

async function sign(form: FormData, context: Asked["context"]) {
  const petition = context.get(petitionContext);
  const visitor = context.get(visitorContext);
  const typed = typedIn(form);
  const outcome = await petition.sign(
    {
      ...typed,
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

function thankAfterRedirect(
  typed: TypedSignature,
  outcome: Extract<SignOutcome, { outcome: "accepted" }>,
  visitor: Visitor,
  context: Asked["context"],
): Response {
  const { email, expiresAt, message } = outcome;
  const { fullName, visibility } = typed;
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
  // The page shows the notice; where the petition was reopened this very moment, the form comes back with it.
  if (outcome.outcome === "not-collecting") return { message: outcome.notTaken, status: 403 };
  const errors = hadCaptcha
    ? outcome.errors
    : outcome.errors.filter(({ field }) => field !== "captcha" && field !== "sessionId");
  return errors.length === 0 ? { lastStep: true } : { errors, status: 400 };
}

async function sendAgain({ request, context }: Asked) {
  const petition = context.get(petitionContext);
  const visitor = context.get(visitorContext);
  const receipt = readReceipt(request, petition);
  if (!receipt) return withForm(petition, { typed: typedIn(null) });
  const { outcome, message } = await petition.resend({ email: receipt.email, locale: visitor.language }, visitor);
  const now = context.get(clockContext).now().toISOString();
  const status = outcome === "accepted" ? 200 : 429;
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

function typedIn(from: FormData | SignReceipt | null): TypedSignature {
  if (from instanceof FormData)
    return {
      fullName: text(from, "fullName"),
      email: text(from, "email"),
      visibility: from.get("visibility") === "private" ? "private" : "public",
      gdprConsent: from.get("gdprConsent") === "true",
    };
  return {
    fullName: from?.fullName ?? "",
    email: from?.email ?? "",
    visibility: from?.visibility ?? "public",
    gdprConsent: false,
  };
}

function text(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
