import type { FormEvent, ReactNode } from "react";
import type { SignedAs } from "../../contract/confirmation.ts";
import { pageIn } from "../../petition/addresses.ts";
import { LinkButton } from "../design/button.tsx";
import { ResultSheet } from "../frame/result-sheet.tsx";
import { TokenButton, WayHome } from "../token-page/result.tsx";
import { Text, useLanguage, useTranslations } from "../translation.tsx";
import type { ConfirmationView } from "./use-confirmation.ts";

interface ConfirmationResultProps {
  view: ConfirmationView;
  token: string | null;
  /** Suspicious signatures are held back, until a person decides. */
  mayWait: boolean;
  signedAs: SignedAs | null;
  takesFocus: boolean;
  onConfirm(): void;
  receiptBehind(personalLink: string): ReactNode;
  keptSheet: ReactNode;
  meanwhile: ReactNode;
}

export function ConfirmationResult({ view, ...props }: ConfirmationResultProps) {
  const { token, signedAs, takesFocus, onConfirm, keptSheet } = props;
  const t = useTranslations();
  const again = (
    <ConfirmButton token={token} onConfirm={onConfirm}>
      {t("confirmation.failed.retry")}
    </ConfirmButton>
  );
  switch (view.outcome) {
    case "asking":
      return <Asking {...props} />;
    case "verifying":
      return (
        <ResultSheet key="verifying" stamp={null} title={t("confirmation.verifying")} takesFocus>
          {signedAs && <NameSigned signedAs={signedAs} heading="asks" />}
        </ResultSheet>
      );
    case "no-token":
    case "unexpected":
    case "unknown":
      return (
        <NotConfirmed
          outcome={view.outcome}
          message={"message" in view ? view.message : null}
          takesFocus={takesFocus && view.outcome !== "no-token"}
        />
      );
    case "confirmed":
      return (
        <ResultSheet key="outcome" stamp="ok" title={<ConfirmedTitle />} message={view.message} takesFocus={takesFocus}>
          <Confirmed {...props} {...view} />
        </ResultSheet>
      );
    case "already_confirmed": {
      const title = t("confirmation.alreadyConfirmed.title");
      return (
        <ResultSheet key="outcome" stamp="ok" title={title} message={view.message} takesFocus={takesFocus}>
          {keptSheet}
          <WaysOn />
        </ResultSheet>
      );
    }
    case "expired":
      return <Expired {...view} takesFocus={takesFocus} />;
    case "failed": {
      const message = view.message ?? t("confirmation.failed.message");
      return (
        <ResultSheet stamp="bad" title={t("confirmation.failed.title")} message={message} takesFocus={takesFocus}>
          <p className="hint-line">{t("confirmation.failed.hint")}</p>
          {again}
        </ResultSheet>
      );
    }
    case "unanswered":
      return (
        <ResultSheet stamp="wait" title={t("confirmation.unanswered.title")} message={view.message} takesFocus={takesFocus}>
          {again}
        </ResultSheet>
      );
  }
}

function Asking({ token, signedAs, onConfirm }: Pick<ConfirmationResultProps, "token" | "signedAs" | "onConfirm">) {
  const t = useTranslations();
  return (
    <ResultSheet stamp="wait" title={t("confirmation.press.title")} message={t("confirmation.press.message")}>
      {signedAs && <NameSigned signedAs={signedAs} heading="asks" />}
      <ConfirmButton token={token} onConfirm={onConfirm}>
        {t("confirmation.press.button")}
      </ConfirmButton>
      {signedAs && (
        <p className="small soft">
          <Text of="confirmation.name.wrong" />
        </p>
      )}
    </ResultSheet>
  );
}

function Confirmed({
  personalLink,
  signedAs,
  mayWait,
  receiptBehind,
  keptSheet,
  meanwhile,
}: Pick<ConfirmationResultProps, "mayWait" | "receiptBehind" | "keptSheet" | "meanwhile"> & {
  personalLink: string | null;
  signedAs: SignedAs | null;
}) {
  const t = useTranslations();
  return (
    <>
      {personalLink ? receiptBehind(personalLink) : keptSheet}
      {meanwhile}
      {mayWait && <p className="hint-line">{t("confirmation.confirmed.mayWait")}</p>}
      {signedAs && (
        <>
          <NameSigned signedAs={signedAs} heading="counted" />
          <p className="small soft">
            <Text of="confirmation.name.correct" />
          </p>
        </>
      )}
      <WaysOn personalLink={personalLink} />
    </>
  );
}

const WHY_NOT = { "no-token": "noToken", unexpected: "unexpected", unknown: "unknown" } as const;

function NotConfirmed({
  outcome,
  message,
  takesFocus,
}: {
  outcome: keyof typeof WHY_NOT;
  message: string | null;
  takesFocus: boolean;
}) {
  const t = useTranslations();
  const why = WHY_NOT[outcome];
  return (
    <ResultSheet
      stamp="bad"
      title={t(`confirmation.${why}.title`)}
      message={why === "noToken" ? t("confirmation.noToken.message") : message}
      takesFocus={takesFocus}
    >
      <p className="hint-line">
        <Text of={`confirmation.${why}.hint`} />
      </p>
      <WayHome />
    </ResultSheet>
  );
}

function Expired({ message, hint, takesFocus }: { message: string | null; hint: string | null; takesFocus: boolean }) {
  const t = useTranslations();
  const home = pageIn(useLanguage(), "home");
  return (
    <ResultSheet stamp="wait" title={t("confirmation.expired.title")} message={message} takesFocus={takesFocus}>
      {hint && <p className="hint-line">{hint}</p>}
      <p>
        <LinkButton href={`${home}#sign`}>{t("confirmation.expired.request")}</LinkButton>
      </p>
      <p className="small soft">
        <Text of="confirmation.expired.note" />
      </p>
    </ResultSheet>
  );
}

/** Posts without the script, too. */
function ConfirmButton({ token, onConfirm, children }: { token: string | null; onConfirm(): void; children: string }) {
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    onConfirm();
  };
  return (
    <TokenButton page="confirmation" token={token ?? ""} onSubmit={confirm}>
      {children}
    </TokenButton>
  );
}

function ConfirmedTitle() {
  return (
    <>
      <span className="whole">
        <Text of="confirmation.confirmed.title" />
      </span>{" "}
      <span className="whole">
        <Text of="confirmation.confirmed.counts" />
      </span>
    </>
  );
}

/** Deleting is offered in small type: nobody should be led to it. */
function WaysOn({ personalLink = null }: { personalLink?: string | null }) {
  const t = useTranslations();
  const language = useLanguage();
  return (
    <p className="links">
      <a href={personalLink ?? pageIn(language, "personal")}>{t("personal.link")}</a>
      <a href={pageIn(language, "home")}>{t("confirmation.home")}</a>
      <a className="small" href={pageIn(language, "withdrawal")}>
        {t("confirmation.withdraw")}
      </a>
    </p>
  );
}

function NameSigned({ signedAs, heading }: { signedAs: SignedAs; heading: "asks" | "counted" }) {
  const { fullName, listedAs, onHold } = signedAs;
  const t = useTranslations();
  return (
    <div className="hint-line">
      <p>
        <span className="small soft own-line">{t(`confirmation.name.${heading}`)}</span>{" "}
        <b translate="no">
          <bdi>{fullName}</bdi>
        </b>
      </p>
      <p className="small">
        {onHold && <Text of="confirmation.name.onHold" />}
        {!onHold && listedAs !== null && <Text of="confirmation.name.listed" values={{ listedAs }} />}
        {!onHold && listedAs === null && (
          <Text of="confirmation.name.anonymous" values={{ anonymous: t("supporters.anonymous") }} />
        )}
      </p>
    </div>
  );
}
