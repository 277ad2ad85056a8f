/** Deleting without JavaScript: the form posted to its own page. */
import type { Petition } from "../../contract/petition.ts";
import type { Visitor } from "../../contract/visitor.ts";
import type { WithdrawOutcome } from "../../contract/withdrawal.ts";
import { type TypedWithdrawal, withdrawalIn } from "./check-withdrawal.ts";

/** `typed`: what the form holds when the page comes back; empty once it was accepted. */
export type WithdrawPageAnswer = WithdrawOutcome & { typed: TypedWithdrawal };

export const STATUS_OF_REQUEST: Record<WithdrawOutcome["outcome"], number> = {
  accepted: 200,
  refused: 400,
  "too-many-attempts": 429,
  unavailable: 503,
};

const NOTHING: TypedWithdrawal = { email: "", confirmDeletion: false };

interface Tools {
  petition: Pick<Petition, "withdraw">;
  visitor: Visitor;
}

export async function requestWithdrawal({ petition, visitor }: Tools, form: FormData): Promise<WithdrawPageAnswer> {
  const typed = withdrawalIn(form);
  const outcome = await petition.withdraw({ ...typed, locale: visitor.language }, visitor);
  return { ...outcome, typed: outcome.outcome === "accepted" ? NOTHING : typed };
}
