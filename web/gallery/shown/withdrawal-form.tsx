import type { ComponentProps } from "react";
import { useTranslations } from "../../translation.tsx";
import { WithdrawalForm } from "../../withdrawal/withdrawal-form.tsx";
import { useMade } from "../made.ts";
import { LONG_ADDRESS } from "../people.ts";
import type { Entry } from "../state.ts";

type Answer = ComponentProps<typeof WithdrawalForm>["answer"];

const TYPED = { email: "anna@example.org", confirmDeletion: true };

function Form({ answer = null, deleteBy = "request" }: { answer?: Answer; deleteBy?: "request" | "link" }) {
  return <WithdrawalForm deleteBy={deleteBy} answer={answer} onErased={() => {}} />;
}

function Refused({ email }: { email: string }) {
  const t = useTranslations();
  const errors: Extract<NonNullable<Answer>, { outcome: "refused" }>["errors"] = [
    { field: "email", code: "invalid", message: t("withdrawal.faults.email") },
    { field: "confirmDeletion", code: "missing", message: t("withdrawal.faults.confirmDeletion") },
  ];
  return <Form answer={{ outcome: "refused", message: "", errors, typed: { email, confirmDeletion: false } }} />;
}

function Accepted({ deleteBy }: { deleteBy: "request" | "link" }) {
  const message = useMade().deletion[deleteBy];
  return (
    <Form
      deleteBy={deleteBy}
      answer={{ outcome: "accepted", message, deleteBy, typed: { email: "", confirmDeletion: false } }}
    />
  );
}

function send(place: HTMLElement): void {
  place.querySelector<HTMLButtonElement>("button[type=submit]:not([formaction])")?.click();
}

const filled: Answer = { outcome: "unavailable", message: "", retryAfter: 5, typed: TYPED };

export default {
  states: {
    "erasing at once": () => <Form />,
    "sending a link": () => <Form deleteBy="link" />,
    "with errors": () => <Refused email="anna" />,
    "long text": () => <Refused email={LONG_ADDRESS} />,
    sending: {
      Show: () => <Form answer={{ ...filled, message: useTranslations()("withdrawal.failed.message") }} />,
      act: send,
    },
    erased: () => <Accepted deleteBy="request" />,
    "a link is on its way": () => <Accepted deleteBy="link" />,
    failed: () => <Form answer={{ ...filled, message: useTranslations()("withdrawal.failed.message") }} />,
  },
} satisfies Entry;
