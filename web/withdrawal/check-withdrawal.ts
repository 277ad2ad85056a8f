import type { WithdrawField } from "../../contract/withdrawal.ts";
import type { Translate } from "../../messages/translate.ts";
import { readEmail } from "../../petition/email-address.ts";

export interface TypedWithdrawal {
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
