import type { LinkFollowed, SignedAs } from "../../contract/confirmation.ts";
import { ownPath } from "../../petition/addresses.ts";
import { answerIn, CallFailed, sentenceOf } from "../call.ts";

export type ConfirmationView =
  | { outcome: "no-token" }
  | { outcome: "asking" }
  | { outcome: "verifying" }
  | { outcome: "confirmed"; message: string | null; personalLink: string | null; signedAs: SignedAs | null }
  | { outcome: "already_confirmed" | "unknown"; message: string | null }
  | { outcome: "expired"; message: string | null; hint: string | null }
  /** No usable answer arrived. Null where there is no sentence of the server to show. */
  | { outcome: "failed"; message: string | null }
  /** The database is away or too slow; perhaps it is done. */
  | { outcome: "unanswered"; message: string | null }
  | { outcome: "unexpected" };

/** `said`: whatever confirming answered, in the process or over HTTP, or the call threw. */
export function viewOf(said: unknown): ConfirmationView {
  const { hint, personalLink, signedAs } = answerIn(said);
  const message = sentenceOf(said);
  const outcome = outcomeOf(said);
  switch (outcome) {
    case "confirmed":
      return { outcome, message, personalLink: ownPath(personalLink), signedAs: isSignedAs(signedAs) ? signedAs : null };
    case "expired":
      return { outcome, message, hint: typeof hint === "string" ? hint : null };
    case "unexpected":
      return { outcome };
    default:
      return { outcome, message };
  }
}

function isSignedAs(given: unknown): given is SignedAs {
  return typeof given === "object" && given !== null && "fullName" in given && typeof given.fullName === "string";
}

const NAMES: readonly unknown[] = ["confirmed", "already_confirmed", "expired", "unknown"] satisfies LinkFollowed["outcome"][];

/** By its name; an answer that has none by `success`, by `error`, or as a 404 that says something (specification, "Confirmation"). */
function outcomeOf(said: unknown): LinkFollowed["outcome"] | "failed" | "unanswered" | "unexpected" {
  const { outcome, error, success } = answerIn(said);
  const name = outcome ?? error ?? (success === true ? "confirmed" : undefined);
  if (NAMES.includes(name)) return name as LinkFollowed["outcome"];
  if (name === "unavailable") return "unanswered";
  if (name !== undefined || !(said instanceof Error)) return "unexpected";
  return said instanceof CallFailed && said.status === 404 && sentenceOf(said) !== null ? "unknown" : "failed";
}
