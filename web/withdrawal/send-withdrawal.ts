/** Sends a request for deletion from the page's script, and sorts what comes of it. */
import type { FieldRefusal } from "../../contract/visitor.ts";
import type { WithdrawAnswer, WithdrawField } from "../../contract/withdrawal.ts";
import { CallFailed, call, sentenceOf } from "../call.ts";
import type { TypedWithdrawal } from "./check-withdrawal.ts";

export type WithdrawalSent =
  | { outcome: "accepted"; message: string }
  | { outcome: "refused"; message: string | null; errors: FieldRefusal<WithdrawField>[] }
  /** Null where there is no sentence of the server to show. */
  | { outcome: "failed"; message: string | null };

/** Never throws. */
export async function sendWithdrawal(withdrawal: TypedWithdrawal & { locale: string }): Promise<WithdrawalSent> {
  try {
    const answer = await call("POST", "/api/petition/delete", withdrawal);
    return { outcome: "accepted", message: sentenceOf(answer) ?? "" };
  } catch (failure) {
    const errors = refusalsIn(failure);
    const message = isMissing(failure) ? null : sentenceOf(failure);
    return errors.length > 0 ? { outcome: "refused", message, errors } : { outcome: "failed", message };
  }
}

function refusalsIn(failure: unknown): FieldRefusal<WithdrawField>[] {
  if (!(failure instanceof CallFailed) || failure.status !== 400) return [];
  const errors = (failure.answer as WithdrawAnswer | null)?.errors;
  return Array.isArray(errors) ? errors : [];
}

/** "There is no such thing here" would make somebody believe that nothing is stored. */
function isMissing(failure: unknown): boolean {
  return failure instanceof CallFailed && failure.status === 404;
}
