import type { Receipt } from "../petition/transparency/receipt.ts";
import type { Unavailable, Visitor } from "./visitor.ts";

/** A name as it was entered with a link. */
export interface SignedAs {
  fullName: string;
  /** As the public list writes it; null where the anonymous label stands there. */
  listedAs: string | null;
  /** Public, but held back by a word of the list until the administrator has looked. */
  onHold: boolean;
}

export interface LinkFollowed {
  outcome: "confirmed" | "already_confirmed" | "expired" | "unknown";
  message: string;
  hint?: string;
  /** A path; only where it has just been confirmed. */
  personalLink?: string;
  /** Only where it has just been confirmed. */
  signedAs?: SignedAs;
  /** Only where it has just been confirmed, and its entry stands in a published head of the public log already. */
  receipt?: Receipt;
}

export type ConfirmOutcome = LinkFollowed | Unavailable;

export interface SuppressionOutcome {
  /** `counted`: the signature was confirmed meanwhile; it can be withdrawn, not suppressed. */
  outcome: "open" | "suppressed" | "undone" | "counted" | "expired" | "unknown";
}

/** Answer of `GET /api/petition/confirm/{token}`. `success` and `error` say the same as `outcome`, for callers that do not know it. */
export interface ConfirmAnswer extends LinkFollowed {
  success: boolean;
  error?: "expired" | "already_confirmed";
}

export interface Confirmation {
  confirm(token: string, visitor: Visitor): Promise<ConfirmOutcome>;
  /** Looks and changes nothing; null where the link would count nothing. */
  signedAsBehind(token: string): Promise<SignedAs | null>;
  suppression(token: string): Promise<SuppressionOutcome>;
  suppress(token: string): Promise<SuppressionOutcome>;
  undoSuppression(token: string): Promise<SuppressionOutcome>;
}
