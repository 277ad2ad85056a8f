import type { DeleteBy, WithdrawOutcome } from "../../contract/withdrawal.ts";
import { answerIn, CallFailed, call, sentenceOf } from "../call.ts";
import type { TypedWithdrawal } from "./check-withdrawal.ts";

type Refused = Extract<WithdrawOutcome, { outcome: "refused" }>;

export type WithdrawalSent =
  /** `deleteBy` is null where the server does not say. */
  | { outcome: "accepted"; message: string; deleteBy: DeleteBy | null }
  | Refused
  /** Null where there is no sentence of the server to show. */
  | { outcome: "failed"; message: string | null };

/** From the page's script. Never throws. */
export async function sendWithdrawal(withdrawal: TypedWithdrawal & { locale: string }): Promise<WithdrawalSent> {
  const said = await call("POST", "/api/petition/delete", withdrawal).catch((failure: unknown) => failure);
  switch (outcomeOfWithdrawal(said)) {
    case "accepted":
      return { outcome: "accepted", message: sentenceOf(said) ?? "", deleteBy: deleteByOf(said) };
    case "refused": {
      const refusal = answerIn(said) as Partial<Refused>;
      // Without a field to mend there is only the sentence.
      return refusal.errors?.length ? (refusal as Refused) : { outcome: "failed", message: sentenceOf(said) };
    }
    default:
      return { outcome: "failed", message: isMissing(said) ? null : sentenceOf(said) };
  }
}

function deleteByOf(said: unknown): DeleteBy | null {
  const { deleteBy } = answerIn(said);
  return deleteBy === "request" || deleteBy === "link" ? deleteBy : null;
}

/** By its name; an answer that has none was accepted where the call succeeded (specification, "Withdrawal"). */
function outcomeOfWithdrawal(said: unknown): unknown {
  return answerIn(said).outcome ?? (said instanceof Error ? null : "accepted");
}

/** "There is no such thing here" would make somebody believe that nothing is stored. */
function isMissing(said: unknown): boolean {
  return said instanceof CallFailed && said.status === 404;
}
