import { type ReactNode, useEffect, useRef } from "react";
import type { SignReceipt } from "../../contract/petition.ts";
import { pathIn } from "../../petition/language.ts";
import { webmailOf } from "../../petition/mailbox.ts";
import { Button, LinkButton } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { Sheet } from "../design/sheet.tsx";
import { OutLink } from "../frame/out-link.tsx";
import { Kept, Text, useLanguage, useSay } from "../say.tsx";
import { ResendButton } from "./resend-button.tsx";
import { sayValidUntil } from "./valid-until.ts";

/** Thanks, and the truth beneath: one step is left. `now` is ISO 8601; `notice` is what came of sending the e-mail again. */
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
  /** What stands beneath the sheet. */
  after: ReactNode;
}) {
  const say = useSay();
  const language = useLanguage();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <Sheet id="sign" className="receipt" labelledBy="thanks-title">
        <div className="result-head">
          <span className="stamp ok" aria-hidden="true">
            <Icon name="tick" />
          </span>
          <h2 id="thanks-title" tabIndex={-1} ref={heading}>
            {say("signing.thanks.title")}
          </h2>
          <p className="said">
            <Kept>{receipt.message}</Kept>
          </p>
        </div>
        <Steps />
        <h3 className="next">{say("signing.thanks.oneStepLeft")}</h3>
        <Facts receipt={receipt} now={now} onChangeAddress={onChangeAddress} />
        <Inbox email={receipt.email} />
        <p className="soft">{say("signing.thanks.nothingThere")}</p>
        <p className="small soft mt-2">
          <Text of="signing.thanks.alreadySigned" />
        </p>
        <ResendButton email={receipt.email} signedAt={receipt.signedAt} notice={notice} />
        <p className="back">
          {/* Loads the page anew: on the very address it stands on, only that brings the form back. */}
          <LinkButton kind="line" href={`/${language}`}>
            <Icon name="back" /> {say("signing.thanks.back")}
          </LinkButton>
        </p>
      </Sheet>
      {after}
    </>
  );
}

function Steps() {
  const say = useSay();
  return (
    <ol className="steps" aria-label={say("signing.thanks.steps")}>
      <li data-state="done">{say("signing.thanks.entered")}</li>
      <li data-state="now" aria-current="step">
        <Text of="signing.thanks.confirm" />
      </li>
      <li>{say("signing.thanks.counted")}</li>
    </ol>
  );
}

function Facts({ receipt, now, onChangeAddress }: { receipt: SignReceipt; now: string; onChangeAddress(): void }) {
  const say = useSay();
  const language = useLanguage();
  return (
    <dl className="facts">
      <div>
        <dt>{say("signing.thanks.sentTo")}</dt>
        <dd>
          <b className="addr">
            <Address email={receipt.email} />
          </b>{" "}
          <form
            className="inline"
            method="post"
            action={`${pathIn(language, "/")}?index#sign`}
            onSubmit={(event) => {
              event.preventDefault();
              onChangeAddress();
            }}
          >
            <Button kind="quiet" type="submit" name="intent" value="change-address">
              {say("signing.thanks.changeAddress")}
            </Button>
          </form>
        </dd>
      </div>
      <div>
        <dt>{say("signing.thanks.subject")}</dt>
        <dd>{say("signing.emailSubject")}</dd>
      </div>
      {receipt.validUntil && (
        <div>
          <dt>{say("signing.thanks.validUntil")}</dt>
          <dd>
            <time className="tab" dateTime={receipt.validUntil}>
              {sayValidUntil(new Date(receipt.validUntil), new Date(now), say)}
            </time>
          </dd>
        </div>
      )}
    </dl>
  );
}

/** A long address breaks before its @ rather than anywhere. */
function Address({ email }: { email: string }) {
  const at = email.lastIndexOf("@");
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}

/** The way to the mail box, where we know it: a plain link that carries nothing about the person. */
function Inbox({ email }: { email: string }) {
  const say = useSay();
  const webmail = webmailOf(email);
  if (!webmail) return null;
  return (
    <p className="inbox">
      <OutLink href={webmail.url} className="btn" arrow>
        {say("signing.thanks.inbox", { provider: webmail.name })}
      </OutLink>
    </p>
  );
}
