/** Deleting without JavaScript: the page's own form, posted to the page. */
import { data, type RouterContextProvider } from "react-router";
import type { FieldRefusal, WithdrawField, WithdrawOutcome } from "../../contract/petition.ts";
import { petitionConfig } from "../../petition.config.ts";
import { petitionContext, visitorContext } from "../context.ts";
import { sayIn } from "../say.tsx";
import { checkWithdrawal, type TypedWithdrawal, withdrawalIn } from "./check-withdrawal.ts";

/** What the page shows after its form was posted. */
export interface WithdrawPageAnswer {
  came: "accepted" | "refused" | "failed";
  message: string;
  errors: FieldRefusal<WithdrawField>[];
  /** What the form holds when the page comes back; empty once it was accepted. */
  typed: TypedWithdrawal;
}

const NOTHING: TypedWithdrawal = { email: "", confirmDeletion: false };

export async function withdrawAction({ request, context }: { request: Request; context: Readonly<RouterContextProvider> }) {
  const visitor = context.get(visitorContext);
  const typed = withdrawalIn(await request.formData());
  const petition = context.get(petitionContext);
  if (petition.withdraw) return answer(await petition.withdraw({ ...typed, locale: visitor.language }, visitor), typed);

  const say = sayIn(visitor.language);
  const errors = Object.entries(checkWithdrawal(typed, say)).map(([field, message]) => ({
    field: field as WithdrawField,
    code: `${field}-invalid`,
    message,
  }));
  const message = say("withdrawal.failed.unavailable", { email: petitionConfig.organisation.email });
  return answer(errors.length > 0 ? { outcome: "refused", message, errors } : { outcome: "unavailable", message }, typed);
}

function answer(outcome: WithdrawOutcome, typed: TypedWithdrawal) {
  const { message } = outcome;
  switch (outcome.outcome) {
    case "accepted":
      return data<WithdrawPageAnswer>({ came: "accepted", message, errors: [], typed: NOTHING });
    case "refused":
      return data<WithdrawPageAnswer>({ came: "refused", message, errors: outcome.errors, typed }, { status: 400 });
    case "too-many-attempts": {
      const headers = { "Retry-After": String(outcome.retryAfter) };
      return data<WithdrawPageAnswer>({ came: "failed", message, errors: [], typed }, { status: 429, headers });
    }
    case "unavailable":
      return data<WithdrawPageAnswer>({ came: "failed", message, errors: [], typed }, { status: 503 });
  }
}
