/** Sends a signature from the page's script, and sorts what comes of it. */
import type { CollectionNotice } from "../../contract/collection.ts";
import type { SignAnswer, SignField } from "../../contract/signing.ts";
import type { FieldRefusal } from "../../contract/visitor.ts";
import type { Visibility } from "../../petition/signing.ts";
import { CallFailed, call, sentenceOf } from "../call.ts";
import { isAccepted } from "./is-accepted.ts";

export interface SignatureToSend {
  fullName: string;
  email: string;
  visibility: Visibility;
  gdprConsent: boolean;
  captcha: string;
  sessionId: string;
  locale: string;
  websiteNote: string;
}

export type Sent =
  | { outcome: "accepted"; message: string; email: string; expiresAt: string | null }
  | { outcome: "refused"; errors: FieldRefusal<SignField>[] }
  /** The petition was paused or closed while the form stood open. */
  | { outcome: "not-collecting"; message: string; notice: CollectionNotice }
  /** An answer with neither `success` nor one of the phrases. */
  | { outcome: "other-answer"; message: string | null }
  /** Null where there is no sentence of the server to show. */
  | { outcome: "failed"; message: string | null };

/** Never throws. */
export async function sendSignature(signature: SignatureToSend): Promise<Sent> {
  try {
    return sortAnswer(await call("POST", "/api/petition/sign", signature), signature.email.trim());
  } catch (failure) {
    const { message, notice } = ((failure instanceof CallFailed && failure.answer) || {}) as Partial<SignAnswer>;
    if (message && notice) return { outcome: "not-collecting", message, notice };
    const errors = refusalsIn(failure);
    return errors.length > 0 ? { outcome: "refused", errors } : { outcome: "failed", message: sentenceOf(failure) };
  }
}

function sortAnswer(answer: unknown, typedEmail: string): Sent {
  const message = sentenceOf(answer);
  if (!isAccepted(answer)) return { outcome: "other-answer", message };
  const { email, expiresAt } = answer as SignAnswer;
  return { outcome: "accepted", message: message ?? "", email: email ?? typedEmail, expiresAt: expiresAt ?? null };
}

function refusalsIn(failure: unknown): FieldRefusal<SignField>[] {
  if (!(failure instanceof CallFailed) || failure.status !== 400) return [];
  const errors = (failure.answer as SignAnswer | null)?.errors;
  return Array.isArray(errors) ? errors : [];
}
