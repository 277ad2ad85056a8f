import type { SignOutcome } from "../../contract/signing.ts";
import { answerIn, call, gotNoAnswer, sentenceOf } from "../call.ts";
import type { signatureIn } from "./form-fields.ts";

/** `solution`: of the puzzle beside the sum; empty if the browser had none. */
type Signature = ReturnType<typeof signatureIn> & { sessionId: string; solution: string; locale: string };

type Outcome = SignOutcome["outcome"];
type Accepted = Extract<SignOutcome, { outcome: "accepted" }>;
type Refused = Extract<SignOutcome, { outcome: "refused" | "texts-changed" | "not-collecting" }>;

export type Sent =
  | { outcome: "accepted"; message: string; email: string; expiresAt: string | null }
  | Refused
  /** The server took the request but did not say that the e-mail is on its way. */
  | { outcome: "other-answer"; message: string }
  /** `message` is null if the server sent no sentence to show. `isOffline`: no answer came at all. */
  | { outcome: "failed"; message: string | null; isOffline: boolean };

export async function sendSignature(signature: Signature): Promise<Sent> {
  const body = { ...signature, visibility: signature.visibility ?? undefined };
  const result = await call("POST", "/api/petition/sign", body).catch((failure: unknown) => failure);
  const answer = answerIn(result);
  const message = sentenceOf(result);
  switch (outcomeOfSigning(result)) {
    case "accepted": {
      const { email = signature.email.trim(), expiresAt = null } = answer as Partial<Accepted>;
      return { outcome: "accepted", message: message ?? "", email, expiresAt };
    }
    case "refused":
    case "texts-changed":
    case "not-collecting":
      return answer as Refused;
    default:
      if (result instanceof Error || message === null) return { outcome: "failed", message, isOffline: gotNoAnswer(result) };
      return { outcome: "other-answer", message };
  }
}

const NAMES: readonly unknown[] = [
  "accepted",
  "refused",
  "texts-changed",
  "not-collecting",
  "too-many-attempts",
] satisfies Outcome[];
const PHRASES = ["Bestätigungs-E-Mail wurde gesendet", "Confirmation email has been sent"];

/** By its name; an answer that has none is taken by `success` or by the phrases (specification, "Signing"). Null for anything else. */
export function outcomeOfSigning(result: unknown): Outcome | null {
  const { outcome, success, message } = answerIn(result);
  if (NAMES.includes(outcome)) return outcome as Outcome;
  if (success === true) return "accepted";
  return typeof message === "string" && PHRASES.some((phrase) => message.includes(phrase)) ? "accepted" : null;
}
