import type { ReactNode } from "react";
import type { SignedAs } from "../../contract/confirmation.ts";
import { pageIn } from "../../petition/addresses.ts";
import { Button, LinkButton } from "../design/button.tsx";
import { ResultSheet } from "../frame/result-sheet.tsx";
import { TokenForm } from "../token-page/token-form.tsx";
import { Text, useLanguage, useTranslations } from "../translation.tsx";
import type { ConfirmationView } from "./confirmation-view.ts";
import { NameSigned } from "./name-signed.tsx";

export function ConfirmationResult({
  view,
  token,
  mayWait,
  signedAs,
  takesFocus,
  onConfirm,
  receiptBehind,
  keptSheet,
  meanwhile,
}: {
  view: ConfirmationView;
  token: string | null;
  /** Suspicious signatures are held back, until a person decides. */
  mayWait: boolean;
  /** What the link would count, as long as it has not been followed. */
  signedAs: SignedAs | null;
  takesFocus: boolean;
  onConfirm(): void;
  /** The sheet with the receipt, handed in by the page. */
  receiptBehind(personalLink: string): ReactNode;
  /** The same as far as this tab still knows it. */
  keptSheet: ReactNode;
  /** How far the petition is, and what comes next. */
  meanwhile: ReactNode;
}) {
  const t = useTranslations();
  switch (view.outcome) {
    case "asking":
      return (
        <ResultSheet key="asking" stamp="wait" title={t("confirmation.press.title")} said={t("confirmation.press.message")}>
          {signedAs && <NameSigned signedAs={signedAs} heading="asks" />}
          <ConfirmForm token={token} onConfirm={onConfirm}>
            {t("confirmation.press.button")}
          </ConfirmForm>
          {signedAs && (
            <p className="small soft">
              <Text of="confirmation.name.wrong" />
            </p>
          )}
        </ResultSheet>
      );
    case "verifying":
      return (
        <ResultSheet key="verifying" stamp={null} title={t("confirmation.verifying")} takesFocus>
          {signedAs && <NameSigned signedAs={signedAs} heading="asks" />}
        </ResultSheet>
      );
    case "no-token":
      return (
        <NotConfirmed
          title={t("confirmation.noToken.title")}
          said={t("confirmation.noToken.message")}
          hint="confirmation.noToken.hint"
        />
      );
    case "unexpected":
      return (
        <NotConfirmed title={t("confirmation.unexpected.title")} hint="confirmation.unexpected.hint" takesFocus={takesFocus} />
      );
    case "unknown":
      return (
        <NotConfirmed
          title={t("confirmation.unknown.title")}
          said={view.message}
          hint="confirmation.unknown.hint"
          takesFocus={takesFocus}
        />
      );
    case "confirmed":
      return (
        <ResultSheet key="outcome" stamp="ok" title={<ConfirmedTitle />} said={view.message} takesFocus={takesFocus}>
          {view.personalLink ? receiptBehind(view.personalLink) : keptSheet}
          {meanwhile}
          {mayWait && <p className="hint-line">{t("confirmation.confirmed.mayWait")}</p>}
          {view.signedAs && (
            <>
              <NameSigned signedAs={view.signedAs} heading="counted" />
              <p className="small soft">
                <Text of="confirmation.name.correct" />
              </p>
            </>
          )}
          <WaysOn personalLink={view.personalLink} />
        </ResultSheet>
      );
    case "already_confirmed":
      return (
        <ResultSheet
          key="outcome"
          stamp="ok"
          title={t("confirmation.alreadyConfirmed.title")}
          said={view.message}
          takesFocus={takesFocus}
        >
          {keptSheet}
          <WaysOn />
        </ResultSheet>
      );
    case "expired":
      return <Expired {...view} takesFocus={takesFocus} />;
    case "failed":
      return (
        <ResultSheet
          stamp="bad"
          title={t("confirmation.failed.title")}
          said={view.message ?? t("confirmation.failed.message")}
          takesFocus={takesFocus}
        >
          <p className="hint-line">{t("confirmation.failed.hint")}</p>
          <Again token={token} onConfirm={onConfirm} />
        </ResultSheet>
      );
    case "unanswered":
      return (
        <ResultSheet stamp="wait" title={t("confirmation.unanswered.title")} said={view.message} takesFocus={takesFocus}>
          <Again token={token} onConfirm={onConfirm} />
        </ResultSheet>
      );
  }
}

function NotConfirmed({
  hint,
  ...sheet
}: {
  title: string;
  said?: string | null;
  hint: `confirmation.${"noToken" | "unexpected" | "unknown"}.hint`;
  takesFocus?: boolean;
}) {
  return (
    <ResultSheet stamp="bad" {...sheet}>
      <p className="hint-line">
        <Text of={hint} />
      </p>
      <WayHome />
    </ResultSheet>
  );
}

function Expired({ message, hint, takesFocus }: { message: string | null; hint: string | null; takesFocus: boolean }) {
  const t = useTranslations();
  const home = pageIn(useLanguage(), "home");
  return (
    <ResultSheet stamp="wait" title={t("confirmation.expired.title")} said={message} takesFocus={takesFocus}>
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

function Again({ token, onConfirm }: { token: string | null; onConfirm(): void }) {
  return (
    <ConfirmForm token={token} onConfirm={onConfirm}>
      {useTranslations()("confirmation.failed.retry")}
    </ConfirmForm>
  );
}

/** Posts by itself where the page's script does not run. */
function ConfirmForm({ token, onConfirm, children }: { token: string | null; onConfirm(): void; children: ReactNode }) {
  return (
    <TokenForm
      page="confirmation"
      token={token ?? ""}
      className="hint-line"
      onSubmit={(event) => {
        event.preventDefault();
        onConfirm();
      }}
    >
      <Button type="submit">{children}</Button>
    </TokenForm>
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

/** Deleting is there for whoever looks for it, and not what one is led to. */
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

function WayHome() {
  const t = useTranslations();
  const language = useLanguage();
  return (
    <p>
      <LinkButton href={pageIn(language, "home")}>{t("confirmation.home")}</LinkButton>
    </p>
  );
}
