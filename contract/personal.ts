/** A signer's own page: see, correct, download, delete. */
import type { NameFault, Visibility } from "../petition/signing.ts";

/** What a signer sees of their own signature. */
export interface PersonalData {
  fullName: string;
  email: string;
  visibility: Visibility;
  /** ISO 8601. */
  signedAt: string;
  confirmedAt: string;
  /** Under `/einwilligung/` stands the text; null where it is not known. */
  consentVersion: string | null;
  signatureHash: string | null;
  /** The public list does without the name: somebody thought it offensive. */
  nameHidden: boolean;
}

export type PersonalOutcome =
  | { outcome: "open" | "changed" | "unchanged"; data: PersonalData }
  | { outcome: "refused"; fault: NameFault; typed: CorrectionInput; data: PersonalData }
  | (TooManyActs & { typed: CorrectionInput | null; data: PersonalData })
  /** `gone`: there is no such signature any more. */
  | { outcome: "erased" | "gone" | "expired" | "unknown" };

/** More was done with this signature than anybody does by hand: nothing was done this time. */
export interface TooManyActs {
  outcome: "too-many-acts";
  /** Whole seconds. */
  retryAfter: number;
}

export interface CorrectionInput {
  fullName: string;
  visibility: Visibility;
}

/** `file`: all that is kept about a signer, to take along. */
export type PersonalFileOutcome =
  | { outcome: "file"; name: string; json: string }
  | TooManyActs
  | { outcome: "gone" | "expired" | "unknown" };

export interface Personal {
  /** Looks, changes nothing. */
  personalData(token: string): Promise<PersonalOutcome>;
  correct(token: string, input: CorrectionInput): Promise<PersonalOutcome>;
  withdrawOwn(token: string): Promise<PersonalOutcome>;
  personalFile(token: string): Promise<PersonalFileOutcome>;
}
