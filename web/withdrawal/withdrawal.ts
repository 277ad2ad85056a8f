import type { DeleteBy, WithdrawField, WithdrawOutcome } from "../../contract/withdrawal.ts";
import type { Translate } from "../../messages/translate.ts";
import { readEmail } from "../../petition/email-address.ts";
import { answerIn, CallFailed, call, sentenceOf } from "../call.ts";
import type { TokenPageRequest } from "../token-page/token-page.ts";

type TypedWithdrawal = ReturnType<typeof withdrawalIn>;

export function checkWithdrawal(
  { email, confirmDeletion }: TypedWithdrawal,
  t: Translate,
): Partial<Record<WithdrawField, string>> {
  return {
    ...("fault" in readEmail(email) && { email: t("withdrawal.faults.email") }),
    ...(!confirmDeletion && { confirmDeletion: t("withdrawal.faults.confirmDeletion") }),
  };
}

export function withdrawalIn(form: FormData) {
  return { email: String(form.get("email") ?? ""), confirmDeletion: form.get("confirmDeletion") === "true" };
}

type Refused = Extract<WithdrawOutcome, { outcome: "refused" }>;

type WithdrawalSent =
  | { outcome: "accepted"; message: string; deleteBy: DeleteBy | null }
  | Refused
  /** Null where there is no sentence of the server to show. */
  | { outcome: "failed"; message: string | null };

export async function sendWithdrawal(withdrawal: TypedWithdrawal & { locale: string }): Promise<WithdrawalSent> {
  const result = await call("POST", "/api/petition/delete", withdrawal).catch((failure: unknown) => failure);
  const answer = answerIn(result);
  // By its name; an answer that has none was accepted where the call succeeded (specification, "Withdrawal").
  switch (answer.outcome ?? (result instanceof Error ? null : "accepted")) {
    case "accepted":
      return { outcome: "accepted", message: sentenceOf(result) ?? "", deleteBy: deleteByOf(answer) };
    case "refused": {
      const refusal = answer as Partial<Refused>;
      return refusal.errors?.length ? (refusal as Refused) : { outcome: "failed", message: sentenceOf(result) };
    }
    default: {
      // "There is no such thing here" would make somebody believe that nothing is stored.
      const isMissing = result instanceof CallFailed && result.status === 404;
      return { outcome: "failed", message: isMissing ? null : sentenceOf(result) };
    }
  }
}

function deleteByOf({ deleteBy }: Record<string, unknown>): DeleteBy | null {
  return deleteBy === "request" || deleteBy === "link" ? deleteBy : null;
}

/** `typed`: what the form holds when the page comes back; empty once it was accepted. */
export type WithdrawPageAnswer = WithdrawOutcome & { typed: TypedWithdrawal };

export const STATUS_OF_REQUEST: Record<WithdrawOutcome["outcome"], number> = {
  accepted: 200,
  refused: 400,
  "too-many-attempts": 429,
  unavailable: 503,
};

export async function requestWithdrawal(
  { petition, visitor }: Pick<TokenPageRequest, "petition" | "visitor">,
  form: FormData,
): Promise<WithdrawPageAnswer> {
  const typed = withdrawalIn(form);
  const outcome = await petition.withdraw({ ...typed, locale: visitor.language }, visitor);
  return { ...outcome, typed: outcome.outcome === "accepted" ? { email: "", confirmDeletion: false } : typed };
}
