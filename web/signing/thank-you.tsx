import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { SignReceipt } from "../../contract/signing.ts";
import { dateIn, dateTimeFormat, TIME_ZONE, type Translate } from "../../messages/translate.ts";
import { pageIn } from "../../petition/addresses.ts";
import type { Milliseconds } from "../../petition/duration.ts";
import { webmailOf } from "../../petition/mailbox.ts";
import { RESEND_AFTER } from "../../petition/signing.ts";
import { call, sentenceOf } from "../call.ts";
import { Button, LinkButton } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { Sheet } from "../design/sheet.tsx";
import { Fact } from "../frame/fact.tsx";
import { OutLink } from "../frame/out-link.tsx";
import { Stamp } from "../frame/result-sheet.tsx";
import { useTitleOf } from "../frame/use-title-of.ts";
import { Kept, Paragraph, Text, useLanguage, useTranslations } from "../translation.tsx";
import { useNow } from "../use-now.ts";

interface ThankYouProps {
  receipt: SignReceipt;
  now: string;
  /** How long the link still worked when this was shown: of its end, this device's clock may think otherwise. */
  left: Milliseconds;
  notice: string | null;
  onChangeAddress(): void;
  after: ReactNode;
}

export function ThankYou({ receipt, now, left, notice, onChangeAddress, after }: ThankYouProps) {
  const t = useTranslations();
  const language = useLanguage();
  const clock = useNow();
  const [begun] = useState(Date.now);
  const isOver = left <= 0 || (clock !== null && clock.getTime() - begun >= left);
  const heading = useRef<HTMLHeadingElement>(null);
  useTitleOf(heading, !isOver);
  // biome-ignore lint/correctness/useExhaustiveDependencies: said anew when the link has ended
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    // The form was longer: what is left to do must not lie below the edge.
    heading.current?.closest(".sheet")?.scrollIntoView({ block: "start" });
  }, [isOver]);
  return (
    <>
      <Sheet id="sign" className="receipt in-place" labelledBy="thanks-title">
        <div className="result-head">
          <Stamp stamp={isOver ? "wait" : "entered"} />
          <h2 id="thanks-title" tabIndex={-1} ref={heading}>
            <Kept key={String(isOver)}>{t(isOver ? "signing.thanks.over.title" : "signing.thanks.title")}</Kept>
          </h2>
          {!isOver && (
            <h3 className="next">
              <Text of="signing.thanks.pleaseConfirm" />
            </h3>
          )}
          <p className="message">
            <Kept key={String(isOver)}>{isOver ? t("signing.thanks.over.text") : receipt.message}</Kept>
          </p>
        </div>
        {!isOver && (
          <>
            <Steps />
            <Facts receipt={receipt} now={now} onChangeAddress={onChangeAddress} />
            <Inbox email={receipt.email} />
            <p className="soft">{t("signing.thanks.nothingThere")}</p>
            <Paragraph className="small soft" of="signing.thanks.alreadySigned" />
            <ResendButton email={receipt.email} signedAt={receipt.signedAt} notice={notice} />
          </>
        )}
        <p className="back">
          {/* Loads the page anew: on the very address it stands on, only that brings the form back. */}
          <LinkButton kind="line" href={`/${language}`}>
            <Icon name="back" /> {t("signing.thanks.back")}
          </LinkButton>
        </p>
      </Sheet>
      {after}
    </>
  );
}

function Steps() {
  const t = useTranslations();
  return (
    <ol className="steps" aria-label={t("signing.thanks.steps")}>
      <li data-state="done">{t("signing.thanks.entered")}</li>
      <li data-state="now" aria-current="step">
        <Text of="signing.thanks.confirm" />
      </li>
      <li>{t("signing.thanks.counted")}</li>
    </ol>
  );
}

function Facts({ receipt, now, onChangeAddress }: Pick<ThankYouProps, "receipt" | "now" | "onChangeAddress">) {
  const t = useTranslations();
  const { email, expiresAt } = receipt;
  const at = email.lastIndexOf("@");
  return (
    <dl className="facts">
      <Fact name={<Text of="signing.thanks.emailSent" />}>
        <b className="addr">
          <bdi>
            <span>{email.slice(0, at)}</span>
            <wbr />
            <span>{email.slice(at)}</span>
          </bdi>
        </b>{" "}
        <form
          method="post"
          action={`${pageIn(useLanguage(), "home")}?index#sign`}
          onSubmit={(event) => {
            event.preventDefault();
            onChangeAddress();
          }}
        >
          <Button kind="quiet" type="submit" name="intent" value="change-address">
            {t("signing.thanks.changeAddress")}
          </Button>
        </form>
      </Fact>
      <Fact name={t("signing.thanks.subject")}>{t("signing.emailSubject")}</Fact>
      {expiresAt && (
        <Fact name={t("signing.thanks.expiresAt")}>
          <time className="tab" dateTime={expiresAt}>
            {expiryInWords(new Date(expiresAt), new Date(now), t)}
          </time>
        </Fact>
      )}
    </dl>
  );
}

/** The way to the mail box, where we know it: a plain link that carries nothing about the person. */
function Inbox({ email }: { email: string }) {
  const t = useTranslations();
  const webmail = webmailOf(email);
  if (!webmail) return null;
  return (
    <p className="inbox">
      <OutLink href={webmail.url} className="btn" arrow>
        {t("signing.thanks.inbox", { provider: webmail.name })}
      </OutLink>
    </p>
  );
}

function ResendButton({ email, signedAt, notice }: { email: string; signedAt: string; notice: string | null }) {
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

/** Until when a link works, as a clock on the wall says it: "morgen, 14:05 Uhr". */
export function expiryInWords(until: Date, now: Date, t: Translate): string {
  const time = dateIn(t.language, until, { timeStyle: "short" });
  switch (dayNumber(until) - dayNumber(now)) {
    case 0:
      return t("signing.thanks.today", { time });
    case 1:
      return t("signing.thanks.tomorrow", { time });
    default:
      return t("signing.thanks.onDay", { date: dateIn(t.language, until, { dateStyle: "long" }), time });
  }
}

/** Whole days since 1970 on the calendar of the time zone, so that a day of 23 hours is a day, too. */
function dayNumber(moment: Date): number {
  // Swedish writes a date as ISO 8601 does.
  return Date.parse(dateTimeFormat("sv", { timeZone: TIME_ZONE }).format(moment)) / 86_400_000;
}
