import { z } from "zod";
import type { Iso8601 } from "../petition/calendar.ts";
import { LANGUAGES } from "../petition/language.ts";
import type { Visibility } from "../petition/signing.ts";
import { type DescribedCalls, named, needed, taken } from "./described.ts";
import type { CollectionNotice, PresentTexts } from "./signing.ts";
import { refusalOf, tooManyAttempts, unavailable } from "./visitor.ts";

export const withdrawRequest = named("Withdrawal", {
  email: needed(z.string().max(4000).catch("")),
  confirmDeletion: needed(z.boolean().catch(false)).describe("Anything but true is no confirmation"),
  locale: z.enum(LANGUAGES).optional(),
});

// A link may be sent for a while although pages said otherwise.
const deleteBy = z.enum(["request", "link"]).describe("Whether that was all, or a link was sent that erases");
export type DeleteBy = z.infer<typeof deleteBy>;

const withdrawField = z.enum(["email", "confirmDeletion"]);
export type WithdrawField = z.infer<typeof withdrawField>;

export const withdrawAnswers = {
  accepted: named("WithdrawalAccepted", { outcome: z.literal("accepted"), message: z.string(), deleteBy }),
  refused: refusalOf(withdrawField).meta({ id: "WithdrawalRefused" }),
  "too-many-attempts": tooManyAttempts,
  unavailable,
};
export type WithdrawOutcome = z.infer<(typeof withdrawAnswers)[keyof typeof withdrawAnswers]>;

export type DeletionLinkOutcome = { outcome: "open" | "erased" | "nothing" | "expired" | "unknown" };

export type RestorationOutcome =
  /** `isConfirmed`: it was counted already. The button consents to `texts`, which have `changed` since the page was opened. */
  | {
      outcome: "open";
      entries: { fullName: string; visibility: Visibility; enteredAt: Iso8601 }[];
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
  | { outcome: "ended" };

/** The appeal was signed before, and stays the one that was signed. */
export type ConsentedTexts = Omit<PresentTexts, "petitionVersion">;
export type ShownToConsent = Omit<ConsentedTexts, "consent"> & { entry?: number };

export const WITHDRAWAL_CALLS = {
  withdraw: {
    tag: "One’s own signature",
    says: "Or have a link sent that does, as the site is set. The answer is the same for every address.",
    body: withdrawRequest,
    answers: taken(withdrawAnswers),
    isLimited: true,
  },
} satisfies DescribedCalls;
