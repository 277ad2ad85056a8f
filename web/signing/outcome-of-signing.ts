import type { SignOutcome } from "../../contract/signing.ts";
import { answerIn } from "../call.ts";

type Outcome = SignOutcome["outcome"];

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
