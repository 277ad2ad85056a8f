import type { Petition } from "../../contract/petition.ts";
import type { Visitor } from "../../contract/visitor.ts";
import type { DeleteBy, WithdrawField, WithdrawOutcome } from "../../contract/withdrawal.ts";
import type { Translate } from "../../messages/translate.ts";
import { readEmail } from "../../petition/email-address.ts";
import { answerIn, CallFailed, call, sentenceOf } from "../call.ts";

interface TypedWithdrawal {
  email: string;
  confirmDeletion: boolean;
}

export type WithdrawalFaults = Partial<Record<WithdrawField, string>>;

export function checkWithdrawal({ email, confirmDeletion }: TypedWithdrawal, t: Translate): WithdrawalFaults {
  return {
    ...("fault" in readEmail(email) && { email: t("withdrawal.faults.email") }),
    ...(!confirmDeletion && { confirmDeletion: t("withdrawal.faults.confirmDeletion") }),
  };
}

export function withdrawalIn(form: FormData): TypedWithdrawal {
  return { email: String(form.get("email") ?? ""), confirmDeletion: form.get("confirmDeletion") === "true" };
}

type Refused = Extract<WithdrawOutcome, { outcome: "refused" }>;

type WithdrawalSent =
  /** `deleteBy` is null where the server does not say. */
  | { outcome: "accepted"; message: string; deleteBy: DeleteBy | null }
  | Refused
  /** Null where there is no sentence of the server to show. */
  | { outcome: "failed"; message: string | null };

/** From the page's script. Never throws. */
export async function sendWithdrawal(withdrawal: TypedWithdrawal & { locale: string }): Promise<WithdrawalSent> {
  const result = await call("POST", "/api/petition/delete", withdrawal).catch((failure: unknown) => failure);
  switch (outcomeOfWithdrawal(result)) {
    case "accepted":
      return { outcome: "accepted", message: sentenceOf(result) ?? "", deleteBy: deleteByOf(result) };
    case "refused": {
      const refusal = answerIn(result) as Partial<Refused>;
      // Without a field to correct there is only the sentence.
      return refusal.errors?.length ? (refusal as Refused) : { outcome: "failed", message: sentenceOf(result) };
    }
    default:
      return { outcome: "failed", message: isMissing(result) ? null : sentenceOf(result) };
  }
}

function deleteByOf(result: unknown): DeleteBy | null {
  const { deleteBy } = answerIn(result);
  return deleteBy === "request" || deleteBy === "link" ? deleteBy : null;
}

/** By its name; an answer that has none was accepted where the call succeeded (specification, "Withdrawal"). */
function outcomeOfWithdrawal(result: unknown): unknown {
  return answerIn(result).outcome ?? (result instanceof Error ? null : "accepted");
}

/** "There is no such thing here" would make somebody believe that nothing is stored. */
function isMissing(result: unknown): boolean {
  return result instanceof CallFailed && result.status === 404;
}

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
