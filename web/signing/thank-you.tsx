import { type ReactNode, useEffect, useRef } from "react";
import type { SignReceipt } from "../../contract/signing.ts";
import { pageIn } from "../../petition/addresses.ts";
import { webmailOf } from "../../petition/mailbox.ts";
import { Button, LinkButton } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { Sheet } from "../design/sheet.tsx";
import { OutLink } from "../frame/out-link.tsx";
import { Stamp } from "../frame/result-sheet.tsx";
import { Kept, Text, useLanguage, useTranslations } from "../translation.tsx";
import { expiryInWords } from "./expiry.ts";
import { ResendButton } from "./resend-button.tsx";

export function ThankYou({
  receipt,
  now,
  notice,
  onChangeAddress,
  after,
}: {
  receipt: SignReceipt;
  now: string;
  notice: string | null;
  onChangeAddress(): void;
  after: ReactNode;
}) {
  const t = useTranslations();
  const language = useLanguage();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    // The form was longer: what is left to do must not lie below the edge.
    heading.current?.closest(".sheet")?.scrollIntoView({ block: "start" });
  }, []);
  return (
    <>
      <Sheet id="sign" className="receipt in-place" labelledBy="thanks-title">
        <div className="result-head">
          <Stamp stamp="entered" />
          <h2 id="thanks-title" tabIndex={-1} ref={heading}>
            {t("signing.thanks.title")}
          </h2>
          <h3 className="next">
            <Text of="signing.thanks.pleaseConfirm" />
          </h3>
          <p className="message">
            <Kept>{receipt.message}</Kept>
          </p>
        </div>
        <Steps />
        <Facts receipt={receipt} now={now} onChangeAddress={onChangeAddress} />
        <Inbox email={receipt.email} />
        <p className="soft">{t("signing.thanks.nothingThere")}</p>
        <p className="small soft">
          <Text of="signing.thanks.alreadySigned" />
        </p>
        <ResendButton email={receipt.email} signedAt={receipt.signedAt} notice={notice} />
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

function Facts({ receipt, now, onChangeAddress }: { receipt: SignReceipt; now: string; onChangeAddress(): void }) {
  const t = useTranslations();
  const language = useLanguage();
  return (
    <dl className="facts">
      <div>
        <dt>
          <Text of="signing.thanks.emailSent" />
        </dt>
        <dd>
          <b className="addr">
            <Address email={receipt.email} />
          </b>{" "}
          <form
            method="post"
            action={`${pageIn(language, "home")}?index#sign`}
            onSubmit={(event) => {
              event.preventDefault();
              onChangeAddress();
            }}
          >
            <Button kind="quiet" type="submit" name="intent" value="change-address">
              {t("signing.thanks.changeAddress")}
            </Button>
          </form>
        </dd>
      </div>
      <div>
        <dt>{t("signing.thanks.subject")}</dt>
        <dd>{t("signing.emailSubject")}</dd>
      </div>
      {receipt.expiresAt && (
        <div>
          <dt>{t("signing.thanks.expiresAt")}</dt>
          <dd>
            <time className="tab" dateTime={receipt.expiresAt}>
              {expiryInWords(new Date(receipt.expiresAt), new Date(now), t)}
            </time>
          </dd>
        </div>
      )}
    </dl>
  );
}

function Address({ email }: { email: string }) {
  const at = email.lastIndexOf("@");
  return (
    <bdi>
      <span>{email.slice(0, at)}</span>
      <wbr />
      <span>{email.slice(at)}</span>
    </bdi>
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
