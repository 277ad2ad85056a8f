import { type FormEvent, useEffect, useState } from "react";
import { pageIn } from "../../petition/addresses.ts";
import { RESEND_AFTER } from "../../petition/signing.ts";
import { call, sentenceOf } from "../call.ts";
import { Button } from "../design/button.tsx";
import { Kept, Text, useLanguage, useTranslations } from "../translation.tsx";

export function ResendButton({ email, signedAt, notice }: { email: string; signedAt: string; notice: string | null }) {
  const t = useTranslations();
  const language = useLanguage();
  const [lastSent, setLastSent] = useState(() => Date.parse(signedAt));
  const [message, setMessage] = useState(notice);
  const [sending, setSending] = useState(false);
  const seconds = useSecondsUntil(lastSent + RESEND_AFTER);

  async function onSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (sending || seconds > 0) return;
    setSending(true);
    try {
      setMessage(sentenceOf(await call("POST", "/api/petition/resend", { email, locale: language })));
      setLastSent(Date.now());
    } catch (failure) {
      setMessage(sentenceOf(failure) ?? t("signing.thanks.resendFailed"));
    }
    setSending(false);
  }

  return (
    <form className="resend" method="post" action={`${pageIn(language, "home")}?index#sign`} onSubmit={onSubmit}>
      <Button
        kind="line"
        type="submit"
        name="intent"
        value="resend"
        busy={sending}
        busyLabel={t("signing.form.submitting")}
        aria-disabled={seconds > 0 || undefined}
      >
        <span>
          <Text of="signing.thanks.resend" />
        </span>
      </Button>
      {seconds > 0 && <span className="small soft tab">{t("signing.thanks.resendIn", { seconds })}</span>}
      {/* The live region stands there from the start: one that appears together with its text is not read. */}
      <span role="status">{message && <Kept>{message}</Kept>}</span>
    </form>
  );
}

/** Whole seconds that are left; never more than the pause itself, however the browser's clock is set. */
function useSecondsUntil(moment: number): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const tick = () => {
      const left = Math.min(moment - Date.now(), RESEND_AFTER);
      setSeconds(Math.max(0, Math.ceil(left / 1000)));
      if (left <= 0) clearInterval(timer);
    };
    const timer = setInterval(tick, 1000);
    tick();
    return () => clearInterval(timer);
  }, [moment]);
  return seconds;
}
