import type { FieldRefusal } from "../../../contract/visitor.ts";
import type { WithdrawField, WithdrawOutcome } from "../../../contract/withdrawal.ts";
import { withdrawRequest } from "../../../contract/withdrawal.ts";
import type { Translate } from "../../../messages/translate.ts";
import { readEmail } from "../../../petition/email-address.ts";
import { normaliseEmail } from "../../../petition/mailbox.ts";

type Read = { outcome: "read"; normalisedEmail: string } | Extract<WithdrawOutcome, { outcome: "refused" }>;

export function readWithdrawInput(posted: unknown, t: Translate): Read {
  const parsed = withdrawRequest.safeParse(posted);
  if (!parsed.success) return { outcome: "refused", message: t("http.answer.badRequest"), errors: [] };
  const email = readEmail(parsed.data.email);
  if ("address" in email && parsed.data.confirmDeletion)
    return { outcome: "read", normalisedEmail: normaliseEmail(email.address) };

  const errors: FieldRefusal<WithdrawField>[] = [];
  if ("fault" in email) errors.push({ field: "email", code: "email-invalid", message: t("withdrawal.faults.email") });
  if (!parsed.data.confirmDeletion)
    errors.push({ field: "confirmDeletion", code: "confirmation-missing", message: t("withdrawal.faults.confirmDeletion") });
  return { outcome: "refused", message: errors[0]?.message ?? "", errors };
}
