import { useState } from "react";
import type { PresentTexts } from "../../contract/consent.ts";
import type { SignReceipt } from "../../contract/signing.ts";
import { track } from "../analytics/track.ts";
import { useToast } from "../design/toast.tsx";
import { useLanguage, useTranslations } from "../translation.tsx";
import { checkSigning } from "./check-signing.ts";
import { signatureIn } from "./form-fields.ts";
import { type Sent, sendSignature } from "./send-signature.ts";
import type { CaptchaState } from "./use-captcha.ts";
import { type FormFaults, faultsFrom } from "./use-faults.ts";

interface Sending {
  sending: boolean;
  /** What holds for the whole form. */
  refusal: string | null;
  send(form: HTMLFormElement): Promise<void>;
}

export function useSending({
  captcha,
  faults,
  refused,
  drawCaptcha,
  startNewSum,
  onTextsChanged,
  onSigned,
}: {
  captcha: CaptchaState;
  faults: FormFaults;
  /** What the form came back with. */
  refused: string | null;
  drawCaptcha(): Promise<void>;
  /** Empties the field, too. */
  startNewSum(): void;
  onTextsChanged(texts: PresentTexts): void;
  onSigned(receipt: SignReceipt): void;
}): Sending {
  const t = useTranslations();
  const language = useLanguage();
  const toast = useToast();
  const [refusal, setRefusal] = useState(refused);
  const [sending, setSending] = useState(false);

  function failed(title: string, message: string | null): void {
    toast({ kind: "failed", title, text: message ?? t("signing.toast.failed") });
  }

  async function send(form: HTMLFormElement): Promise<void> {
    if (sending) return;
    const signature = signatureIn(new FormData(form));
    const found = checkSigning(signature, t);
    if (captcha.outcome !== "ready") {
      delete found.captcha;
      faults.show(found);
      failed(t("signing.toast.captchaUnavailable"), t("signing.toast.captchaUnavailableHint"));
      if (captcha.outcome === "unavailable") void drawCaptcha();
      return;
    }
    faults.show(found);
    if (Object.keys(found).length > 0) return;
    setSending(true);
    setRefusal(null);
    const sent = await sendSignature({ ...signature, sessionId: captcha.challenge.sessionId, locale: language });
    if (sent.outcome === "accepted") {
      window.dispatchEvent(new CustomEvent("petition:signed"));
      track("sign_success");
      const { fullName, visibility } = signature;
      const { email, message, expiresAt } = sent;
      const signedAt = new Date().toISOString();
      onSigned({ fullName, visibility: visibility ?? "public", email, message, expiresAt: expiresAt ?? "", signedAt });
    } else {
      startNewSum();
      tell(sent);
    }
    setSending(false);
  }

  function tell(sent: Exclude<Sent, { outcome: "accepted" }>): void {
    switch (sent.outcome) {
      case "texts-changed":
        onTextsChanged(sent.texts);
        failed(t("signing.toast.error"), sent.message);
        faults.show(faultsFrom(sent.errors));
        break;
      case "refused":
        failed(t("signing.toast.error"), sent.errors[0]?.message ?? null);
        faults.show(faultsFrom(sent.errors));
        break;
      case "not-collecting":
        setRefusal(sent.message);
        failed(t("signing.toast.error"), sent.notice.title);
        break;
      case "other-answer":
        failed(t("signing.toast.requestSaved"), sent.message);
        break;
      case "failed":
        failed(t("signing.toast.error"), sent.message);
        break;
    }
  }

  return { sending, refusal, send };
}
