import { useState } from "react";
import type { PresentTexts } from "../../contract/consent.ts";
import type { SignReceipt } from "../../contract/signing.ts";
import { track } from "../analytics/track.ts";
import { useToast } from "../design/toast.tsx";
import { useLanguage, useTranslations } from "../translation.tsx";
import { checkSigning } from "./check-signing.ts";
import { signatureIn } from "./form-fields.ts";
import { keepThanks } from "./keep-thanks.ts";
import { type Sent, sendSignature } from "./send-signature.ts";
import type { CaptchaState } from "./use-captcha.ts";
import { type FormFaults, faultsFrom } from "./use-faults.ts";

interface Sending {
  sending: boolean;
  refusal: string | null;
  /** What went wrong with the latest sending and what of it is kept, in sentences. */
  trouble: string[] | null;
  send(form: HTMLFormElement): Promise<void>;
}

interface FormToSend {
  captcha: CaptchaState;
  solution(): Promise<string>;
  faults: FormFaults;
  refused: string | null;
  /** Empties the field, too, and answers whether there is another; where there is none, `otherwise` stays. */
  startNewSum(otherwise?: CaptchaState): Promise<boolean>;
  onTextsChanged(texts: PresentTexts): void;
  onSigned(receipt: SignReceipt): Promise<void>;
}

export function useSending({ refused, ...form }: FormToSend): Sending {
  const { captcha, faults, startNewSum } = form;
  const t = useTranslations();
  const language = useLanguage();
  const toast = useToast();
  const [refusal, setRefusal] = useState(refused);
  const [trouble, setTrouble] = useState<string[] | null>(null);
  const [lacksSum, setLacksSum] = useState(false);
  const [sending, setSending] = useState(false);
  const explain = useExplanation(form, setRefusal, setTrouble);

  async function send(element: HTMLFormElement): Promise<void> {
    if (sending) return;
    setTrouble(null);
    setLacksSum(false);
    toast(null);
    const signature = signatureIn(new FormData(element));
    const found = checkSigning(signature, t);
    if (captcha.outcome !== "ready") {
      delete found.captcha;
      faults.show(found);
      const text = t("signing.toast.captchaUnavailableHint");
      toast({ kind: "failed", title: t("signing.toast.captchaUnavailable"), text });
      setLacksSum(true);
      if (captcha.outcome === "unavailable") void startNewSum();
      return;
    }
    faults.show(found);
    if (Object.keys(found).length > 0) return;
    setSending(true);
    setRefusal(null);
    const { sessionId } = captcha.challenge;
    const sent = await sendSignature({ ...signature, sessionId, solution: await form.solution(), locale: language });
    if (sent.outcome === "accepted") await form.onSigned(rememberSigned(signature, sent));
    else await explain(sent);
    setSending(false);
  }

  const noSum = lacksSum && captcha.outcome !== "ready" ? [t("signing.toast.captchaUnavailableHint")] : null;
  return { sending, refusal, trouble: noSum ?? trouble, send };
}

function rememberSigned(
  { fullName, visibility }: ReturnType<typeof signatureIn>,
  { email, message, expiresAt }: Extract<Sent, { outcome: "accepted" }>,
): SignReceipt {
  window.dispatchEvent(new CustomEvent("petition:signed"));
  track("sign_success");
  keepThanks(true);
  const signedAt = new Date().toISOString();
  return { fullName, visibility: visibility ?? "public", email, message, expiresAt: expiresAt ?? "", signedAt };
}

/** Says why a signature was not taken. What a field says, no toast repeats. */
function useExplanation(
  { captcha, faults, startNewSum, onTextsChanged }: Omit<FormToSend, "refused">,
  setRefusal: (message: string) => void,
  setTrouble: (sentences: string[]) => void,
) {
  const t = useTranslations();
  const toast = useToast();

  /** A toast is gone after seconds; the sentence above the button stays, and says what is kept. */
  async function sayAbove(title: string, message: string, drawing: Promise<boolean>): Promise<void> {
    toast({ kind: "failed", title, text: message });
    const isNewSum = await drawing;
    setTrouble([message, t(isNewSum ? "signing.failed.newSum" : "signing.failed.kept")]);
  }

  return async (sent: Exclude<Sent, { outcome: "accepted" }>): Promise<void> => {
    // Where no other sum can be had after a failure, the one before was hardly used up.
    const drawing = startNewSum(sent.outcome === "failed" ? captcha : undefined);
    const title = t(sent.outcome === "other-answer" ? "signing.toast.requestSaved" : "signing.toast.error");
    switch (sent.outcome) {
      case "texts-changed":
      case "refused": {
        if (sent.outcome === "texts-changed") onTextsChanged(sent.texts);
        const found = faultsFrom(sent.errors);
        faults.show(found);
        if (Object.keys(found).length === 0) await sayAbove(title, sent.message, drawing);
        break;
      }
      case "not-collecting":
        setRefusal(sent.message);
        toast({ kind: "failed", title, text: sent.notice.title });
        break;
      case "other-answer":
        await sayAbove(title, sent.message, drawing);
        break;
      case "failed":
        await sayAbove(title, sent.message ?? t(sent.isOffline ? "signing.failed.offline" : "signing.toast.failed"), drawing);
        break;
    }
  };
}
