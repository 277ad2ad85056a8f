/** Deleting without JavaScript: the form posted to its own page. */
import { data } from "react-router";
import type { Petition } from "../../contract/petition.ts";
import type { FieldRefusal, Visitor } from "../../contract/visitor.ts";
import type { WithdrawField, WithdrawOutcome } from "../../contract/withdrawal.ts";
import { type TypedWithdrawal, withdrawalIn } from "./check-withdrawal.ts";

/** What the page shows after its form was posted. */
export interface WithdrawPageAnswer {
  outcome: "accepted" | "refused" | "failed";
  message: string;
  errors: FieldRefusal<WithdrawField>[];
  /** What the form holds when the page comes back; empty once it was accepted. */
  typed: TypedWithdrawal;
}

const NOTHING: TypedWithdrawal = { email: "", confirmDeletion: false };

interface Tools {
  petition: Pick<Petition, "withdraw">;
  visitor: Visitor;
}

/** What comes of the posted form: for the page's action. */
export async function answerWithdrawal({ petition, visitor }: Tools, form: FormData) {
  const typed = withdrawalIn(form);
  return answer(await petition.withdraw({ ...typed, locale: visitor.language }, visitor), typed);
}

function answer(outcome: WithdrawOutcome, typed: TypedWithdrawal) {
  const { message } = outcome;
  switch (outcome.outcome) {
    case "accepted":
      return data<WithdrawPageAnswer>({ outcome: "accepted", message, errors: [], typed: NOTHING });
    case "refused":
      return data<WithdrawPageAnswer>({ outcome: "refused", message, errors: outcome.errors, typed }, { status: 400 });
    case "too-many-attempts": {
      const headers = { "Retry-After": String(outcome.retryAfter) };
      return data<WithdrawPageAnswer>({ outcome: "failed", message, errors: [], typed }, { status: 429, headers });
    }
    case "unavailable":
      return data<WithdrawPageAnswer>({ outcome: "failed", message, errors: [], typed }, { status: 503 });
  }
}
