import type { SignOutcome } from "../../contract/signing.ts";
import type { TextVersions } from "../../petition/consent.ts";
import type { Visibility } from "../../petition/signing.ts";
import { answerIn, call, gotNoAnswer, sentenceOf } from "../call.ts";
import { outcomeOfSigning } from "./outcome-of-signing.ts";

export interface SignatureToSend extends TextVersions {
  fullName: string;
  email: string;
  visibility: Visibility | null;
  gdprConsent: boolean;
  captcha: string;
  sessionId: string;
  /** Of the puzzle beside the sum; empty if the browser had none. */
  solution: string;
  locale: string;
  websiteNote: string;
}

export type Sent =
  | { outcome: "accepted"; message: string; email: string; expiresAt: string | null }
  | Refused
  /** The server took the request but did not say that the e-mail is on its way. */
  | { outcome: "other-answer"; message: string }
  /** `message` is null if the server sent no sentence to show. `isOffline`: no answer came at all. */
  | { outcome: "failed"; message: string | null; isOffline: boolean };

/** From the page's script. Never throws. */
export async function sendSignature(signature: SignatureToSend): Promise<Sent> {
  const result = await call("POST", "/api/petition/sign", {
    ...signature,
    visibility: signature.visibility ?? undefined,
  }).catch((failure: unknown) => failure);
  const answer = answerIn(result) as Partial<SignOutcome>;
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

type Refused = Extract<SignOutcome, { outcome: "refused" | "texts-changed" | "not-collecting" }>;
type Accepted = Extract<SignOutcome, { outcome: "accepted" }>;
