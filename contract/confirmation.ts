/** Following the link of the confirmation e-mail, and "that was not me". */
import type { Visitor } from "./visitor.ts";

/** What following a confirmation link comes to; `unknown` is a token nobody gave out, or of an erased signature. */
export interface ConfirmOutcome {
  outcome: "confirmed" | "already_confirmed" | "expired" | "unknown";
  message: string;
  hint?: string;
  /** The path to the signature's own page; only where it has just been confirmed. */
  personalLink?: string;
}

/** What the "that was not me" page can say of its link. */
export interface SuppressionOutcome {
  /** `counted`: the signature was confirmed meanwhile; it can be withdrawn, not rejected. */
  outcome: "open" | "suppressed" | "undone" | "counted" | "expired" | "unknown";
}

/** Answer of `GET /api/petition/confirm/{token}`. `success` and `error` say the same as `outcome`, for callers that do not know it. */
export interface ConfirmAnswer extends ConfirmOutcome {
  success: boolean;
  error?: "expired" | "already_confirmed";
}

export interface Confirmation {
  confirm(token: string, visitor: Visitor): Promise<ConfirmOutcome>;
  /** Looks, changes nothing. */
  suppression(token: string): Promise<SuppressionOutcome>;
  suppress(token: string): Promise<SuppressionOutcome>;
  undoSuppression(token: string): Promise<SuppressionOutcome>;
}
