import { z } from "zod";
import type { Seconds } from "../petition/duration.ts";
import type { EmailFault } from "../petition/email-address.ts";
import { LANGUAGES } from "../petition/language.ts";
import type { NameFault, Visibility } from "../petition/signing.ts";
import { type DescribedCalls, named, needed, taken } from "./described.ts";
import { refusalOf, tooManyAttempts, unavailable } from "./visitor.ts";

export interface PersonalData {
  fullName: string;
  visibility: Visibility;
  email: string;
  /** Why the list leaves out the name: a word in it is looked at first, or the administrator has hidden it. */
  nameHidden: "on-hold" | "by-administrator" | null;
  held: { reasons: string[] } | null;
  stored: StoredGroup[];
}

export interface Stored {
  label: string;
  value: string[];
  why: string;
  until: string;
  href?: string;
}

export type StoredGroup = { title: string; entries: Stored[] };

export type PersonalOutcome =
  | { outcome: "open" | "changed" | "unchanged"; data: PersonalData }
  | { outcome: "refused"; fault: NameFault; typed: CorrectionInput; data: PersonalData }
  | (TooManyActs & { typed: CorrectionInput | null; typedAddress?: string; data: PersonalData })
  | { outcome: "address-asked"; address: string; data: PersonalData }
  | { outcome: "address-refused"; fault: AddressFault; typedAddress: string; data: PersonalData }
  | { outcome: "erased" | "gone" | "expired" | "unknown" };

/** `held`: the signature is in quarantine; `same`: it is the present address; `recent`: the one before may still be put back. */
export type AddressFault = EmailFault | "throwaway" | "same" | "held" | "recent";

export type AddressLinkOutcome =
  | { outcome: "open"; of: "new" | "old"; email: string }
  /** `kept`: a request is stopped, or the old address restored. Earlier links to the personal page no longer work. */
  | { outcome: "changed" | "kept"; personalLink: string }
  /** `void`: stopped, or another request came later; `taken`: the mailbox has a signature of its own; `held`: in quarantine. */
  | { outcome: "void" | "taken" | "held" | "gone" | "expired" | "unknown" };

export type TooManyActs = { outcome: "too-many-acts"; retryAfter: Seconds };

export type CorrectionInput = Pick<PersonalData, "fullName" | "visibility">;

export type PersonalFileOutcome =
  | { outcome: "file"; name: string; json: string }
  | TooManyActs
  | { outcome: "gone" | "expired" | "unknown" };

export const personalLinkRequest = named("PersonalLinkRequest", {
  email: needed(z.string().max(4000).default("")),
  locale: z.enum(LANGUAGES).optional(),
});

/** The same for a signer's address and for any other. */
export const personalLinkAnswers = {
  accepted: named("PersonalLinkAccepted", { outcome: z.literal("accepted"), message: z.string() }),
  refused: refusalOf(z.literal("email")).meta({ id: "PersonalLinkRefused" }),
  "too-many-attempts": tooManyAttempts,
  unavailable,
};
export type PersonalLinkOutcome = z.infer<(typeof personalLinkAnswers)[keyof typeof personalLinkAnswers]>;

export const PERSONAL_CALLS = {
  sendPersonalLink: {
    tag: "One’s own signature",
    says: "The answer is the same for every address.",
    body: personalLinkRequest,
    answers: taken(personalLinkAnswers),
    isLimited: true,
  },
} satisfies DescribedCalls;
