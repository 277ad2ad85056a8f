import type { Iso8601 } from "../petition/calendar.ts";
import type { Visibility } from "../petition/signing.ts";
import type { CollectionNotice } from "./collection.ts";
import type { PresentTexts } from "./consent.ts";
import type { FieldRefusal, TooManyAttempts, Unavailable, Visitor } from "./visitor.ts";

/** Answer of `POST /api/petition/delete`: the same for a known address and for one nobody signed with. */
export type WithdrawOutcome =
  /** `deleteBy`: whether that was all, or a link was sent, as it may be for a while although pages said otherwise. */
  | { outcome: "accepted"; message: string; deleteBy: DeleteBy }
  | { outcome: "refused"; message: string; errors: FieldRefusal<WithdrawField>[] }
  | TooManyAttempts
  | Unavailable;

export type DeleteBy = "request" | "link";

export type WithdrawField = "email" | "confirmDeletion";

export interface DeletionLinkOutcome {
  outcome: "open" | "erased" | "nothing" | "expired" | "unknown";
}

interface ErasedEntry {
  fullName: string;
  visibility: Visibility;
  enteredAt: Iso8601;
}

export type RestorationOutcome =
  /** `isConfirmed`: it was counted already. The button consents to `texts`, which have `changed` since the page was opened. */
  | {
      outcome: "open";
      /** Of several entries of one address its owner chooses one. The earliest comes first. */
      entries: ErasedEntry[];
      chosen: number;
      expiresAt: Iso8601;
      isConfirmed: boolean;
      texts: ConsentedTexts;
      changed?: true;
    }
  /** `restored`: as it was; `confirmed`: what was not confirmed yet is now; `there`: it was back already. `isHeld`: in quarantine. */
  | { outcome: "restored" | "confirmed" | "there"; personalLink?: string; isHeld: boolean }
  /** The petition is paused or closed, and its own link could not confirm it any more either. */
  | { outcome: "not-collecting"; notice: CollectionNotice }
  /** `used`: it was brought back and erased again; `signed-anew`: the mailbox has another signature. */
  | { outcome: "used" | "signed-anew" | "expired" | "unknown" }
  /** The petition has ended: nothing comes back. */
  | { outcome: "ended" };

/** The appeal was signed before, and stays the one that was signed. */
export type ConsentedTexts = Omit<PresentTexts, "petitionVersion">;
/** `entry`: which of those that were shown is chosen; else the first. */
export type ShownToConsent = Omit<ConsentedTexts, "consent"> & { entry?: number };

export interface Withdrawal {
  withdraw(input: unknown, visitor: Visitor): Promise<WithdrawOutcome>;
  /** As `DELETE_BY` says, unless very many are being erased. Does not throw. */
  deletesBy(): Promise<DeleteBy>;
  deletionLink(token: string): Promise<DeletionLinkOutcome>;
  withdrawByLink(token: string): Promise<DeletionLinkOutcome>;
  restoration(token: string, visitor: Visitor): Promise<RestorationOutcome>;
  /** `shown`: what the page showed. */
  restore(token: string, visitor: Visitor, shown: ShownToConsent): Promise<RestorationOutcome>;
}
