import { puzzleAt } from "../../../petition/puzzle.ts";
import type { SignPageAnswer } from "../../signing/sign-action.ts";
import { SignForm } from "../../signing/sign-form.tsx";
import { useTranslations } from "../../translation.tsx";
import { useMade } from "../made.ts";
import { LONG_ADDRESS, LONG_NAME } from "../people.ts";
import type { Entry } from "../state.ts";

type Answer = Extract<SignPageAnswer, { outcome: "form" }>;

const EMPTY: Answer = {
  outcome: "form",
  typed: { fullName: "", email: "", visibility: "public", gdprConsent: false },
  captcha: { sessionId: "gallery", question: "7 + 4", puzzle: puzzleAt(0) },
  errors: [],
  message: null,
  lastStep: false,
  suggestion: null,
};
const FILLED: Answer = {
  ...EMPTY,
  typed: { fullName: "Anna Bergmüller", email: "anna@example.org", visibility: "public", gdprConsent: true },
};

function Form({ answer, asks = "public" }: { answer: Answer | null; asks?: "public" | "none" }) {
  const { texts } = useMade();
  return (
    <SignForm above={null} loaded={{ texts, visibilityDefault: asks }} typed={null} answer={answer} onSigned={async () => {}} />
  );
}

function WithErrors() {
  const t = useTranslations();
  const errors: Answer["errors"] = [
    { field: "fullName", code: "missing", message: t("signing.faults.fullName.missing") },
    { field: "email", code: "missing", message: t("signing.faults.email.missing") },
    { field: "captcha", code: "missing", message: t("signing.faults.captcha.missing") },
    { field: "gdprConsent", code: "missing", message: t("signing.faults.gdprConsent") },
  ];
  return <Form answer={{ ...EMPTY, errors }} />;
}

/** As a person does it: an empty sum would be a fault. */
function send(place: HTMLElement): void {
  const sum = place.querySelector<HTMLInputElement>("#captcha");
  if (sum) sum.value = "11";
  place.querySelector<HTMLButtonElement>("button[type=submit]:not([aria-hidden])")?.click();
}

export default {
  states: {
    "waiting for its sum": () => <Form answer={null} />,
    empty: { Show: () => <Form answer={null} />, answers: { "/api/captcha": EMPTY.captcha } },
    "without a choice of its own": () => (
      <Form answer={{ ...EMPTY, typed: { ...EMPTY.typed, visibility: null } }} asks="none" />
    ),
    "filled in": () => <Form answer={FILLED} />,
    "long text": () => <Form answer={{ ...FILLED, typed: { ...FILLED.typed, fullName: LONG_NAME, email: LONG_ADDRESS } }} />,
    "with errors": WithErrors,
    "refused as a whole": () => <Form answer={{ ...FILLED, message: useMade().notTaken }} />,
    "only the sum is missing": () => <Form answer={{ ...FILLED, lastStep: true }} />,
    "an address that looks mistyped": () => (
      <Form answer={{ ...FILLED, typed: { ...FILLED.typed, email: "anna@gmial.com" }, suggestion: "anna@gmail.com" }} />
    ),
    sending: { Show: () => <Form answer={FILLED} />, act: send },
    "no connection": {
      Show: () => <Form answer={FILLED} />,
      answers: { "/api/petition/sign": new TypeError("Failed to fetch"), "/api/captcha": EMPTY.captcha },
      act: send,
    },
  },
} satisfies Entry;
