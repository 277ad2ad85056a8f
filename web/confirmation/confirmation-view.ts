/** What the confirmation page says, from what came of its call (specification, "Confirmation"). */
import type { ConfirmOutcome } from "../../contract/confirmation.ts";
import { ownPath } from "../../petition/addresses.ts";
import { CallFailed, sentenceOf } from "../call.ts";

export type ConfirmationView =
  /** The address carried no token. */
  | { outcome: "no-token" }
  /** Waits for the button. */
  | { outcome: "asking" }
  | { outcome: "verifying" }
  /** `personalLink`: the path to the signature's own page. */
  | { outcome: "confirmed"; message: string | null; personalLink: string | null }
  | { outcome: "already_confirmed" | "unknown"; message: string | null }
  | { outcome: "expired"; message: string | null; hint: string | null }
  /** No usable answer arrived. Null where there is no sentence of the server to show. */
  | { outcome: "failed"; message: string | null }
  | { outcome: "unexpected" };

export function viewOfOutcome({ outcome, message, hint, personalLink }: ConfirmOutcome): ConfirmationView {
  if (outcome === "confirmed") return { outcome: "confirmed", message, personalLink: personalLink ?? null };
  return outcome === "expired" ? { outcome: "expired", message, hint: hint ?? null } : { outcome: outcome, message };
}

/** HTTP's word for an outcome. Whom a second opening finds already confirmed sees a page like any other. */
export const STATUS_OF_OUTCOME: Record<ConfirmOutcome["outcome"], number> = {
  confirmed: 200,
  already_confirmed: 200,
  expired: 410,
  unknown: 404,
};

/** `answer`: the parsed body of a successful `GET /api/petition/confirm/{token}`, whatever it is. */
export function viewOfAnswer(answer: unknown): ConfirmationView {
  const isSuccess = typeof answer === "object" && answer !== null && "success" in answer && answer.success === true;
  if (!isSuccess) return viewOfError(answer) ?? { outcome: "unexpected" };
  const personalLink = "personalLink" in answer ? ownPath(answer.personalLink) : null;
  return { outcome: "confirmed", message: sentenceOf(answer), personalLink };
}

/** `failure`: whatever the call threw. */
export function viewOfFailure(failure: unknown): ConfirmationView {
  const message = sentenceOf(failure);
  if (!(failure instanceof CallFailed)) return { outcome: "failed", message };
  const named = viewOfError(failure.answer);
  if (named) return named;
  if (failure.status === 404 && message !== null) return { outcome: "unknown", message };
  return { outcome: "failed", message };
}

/** An answer that names its error; null where it names none. */
function viewOfError(answer: unknown): ConfirmationView | null {
  if (typeof answer !== "object" || answer === null || !("error" in answer)) return null;
  const message = sentenceOf(answer);
  switch (answer.error) {
    case "expired":
      return { outcome: "expired", message, hint: "hint" in answer && typeof answer.hint === "string" ? answer.hint : null };
    case "already_confirmed":
      return { outcome: "already_confirmed", message };
    default:
      return { outcome: "unexpected" };
  }
}
