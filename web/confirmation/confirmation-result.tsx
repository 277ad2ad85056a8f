import type { FormEvent, ReactNode } from "react";
import type { SignedAs } from "../../contract/confirmation.ts";
import type { Translate } from "../../messages/translate.ts";
import { pageIn } from "../../petition/addresses.ts";
import { LinkButton } from "../design/button.tsx";
import { ResultSheet } from "../frame/result-sheet.tsx";
import { TokenButton, WayHome } from "../token-page/result.tsx";
import { Paragraph, Text, useLanguage, useTranslations } from "../translation.tsx";
import type { ConfirmationView } from "./use-confirmation.ts";

interface ConfirmationResultProps {
  view: ConfirmationView;
  token: string | null;
  /** Suspicious signatures are held back, until a person decides. */
  mayWait: boolean;
  signedAs: SignedAs | null;
  takesFocus: boolean;
  onConfirm(): void;
  /** `rest`: folded below what is to do with the receipt. */
  ownSheet(personalLink: string | null, rest: ReactNode): ReactNode;
  meanwhile: ReactNode;
}

const SHOWN = {
  "no-token": ["bad", "noToken"],
  asking: ["wait", "press"],
  verifying: [null, "verifying"],
  confirmed: ["ok", "confirmed"],
  already_confirmed: ["ok", "alreadyConfirmed"],
  unknown: ["bad", "unknown"],
  unexpected: ["bad", "unexpected"],
  expired: ["wait", "expired"],
  failed: ["bad", "failed"],
  unanswered: ["wait", "unanswered"],
} as const;

export function ConfirmationResult(props: ConfirmationResultProps) {
  const { outcome } = props.view;
  const asksToAct = outcome === "asking" || outcome === "no-token";
  return (
    // Another heading for each outcome, so that it takes the focus again.
    <ResultSheet
      key={outcome}
      stamp={SHOWN[outcome][0]}
      title={<Title outcome={outcome} />}
      message={messageOf(props.view, useTranslations())}
      takesFocus={outcome === "verifying" || (props.takesFocus && !asksToAct)}
    >
      <Below {...props} />
    </ResultSheet>
  );
}

function Title({ outcome }: { outcome: ConfirmationView["outcome"] }) {
  const t = useTranslations();
  const why = SHOWN[outcome][1];
  if (why === "verifying") return t("confirmation.verifying");
  if (why === "press")
    return (
      <>
        <span className="running">{`${t("confirmation.verifying")} `}</span>
        <span className="by-hand">{t("confirmation.press.title")}</span>
      </>
    );
  if (why !== "confirmed") return t(`confirmation.${why}.title`);
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

function messageOf(view: ConfirmationView, t: Translate): string | null {
  if (view.outcome === "asking") return t("confirmation.press.message");
  if (view.outcome === "no-token") return t("confirmation.noToken.message");
  const message = "message" in view ? view.message : null;
  return view.outcome === "failed" ? (message ?? t("confirmation.failed.message")) : message;
}

function Below({ view, token, signedAs, onConfirm, ownSheet, mayWait, meanwhile }: ConfirmationResultProps) {
  const t = useTranslations();
  const home = pageIn(useLanguage(), "home");
  switch (view.outcome) {
    case "asking":
      return (
        <>
          {signedAs && <NameSigned signedAs={signedAs} heading="asks" />}
          <ConfirmButton token={token} onConfirm={onConfirm}>
            {t("confirmation.press.button")}
          </ConfirmButton>
          {signedAs && <Paragraph className="small soft" of="confirmation.name.wrong" />}
        </>
      );
    case "verifying":
      return signedAs && <NameSigned signedAs={signedAs} heading="asks" />;
    case "confirmed":
      return ownSheet(
        view.personalLink,
        <>
          {meanwhile}
          {mayWait && <Paragraph className="hint-line" of="confirmation.confirmed.mayWait" />}
          {view.signedAs && (
            <>
              <NameSigned signedAs={view.signedAs} heading="counted" />
              <Paragraph className="small soft" of="confirmation.name.correct" />
            </>
          )}
          <WaysOn personalLink={view.personalLink} />
        </>,
      );
    case "already_confirmed":
      return ownSheet(null, <WaysOn />);
    case "expired":
      return (
        <>
          {view.hint && <p className="hint-line">{view.hint}</p>}
          <p>
            <LinkButton href={`${home}#sign`}>{t("confirmation.expired.request")}</LinkButton>
          </p>
          <Paragraph className="small soft" of="confirmation.expired.note" />
        </>
      );
    case "failed":
    case "unanswered":
      return (
        <>
          {view.outcome === "failed" && <p className="hint-line">{t("confirmation.failed.hint")}</p>}
          <ConfirmButton token={token} onConfirm={onConfirm}>
            {t("confirmation.failed.retry")}
          </ConfirmButton>
        </>
      );
    default:
      return (
        <>
          <Paragraph className="hint-line" of={`confirmation.${SHOWN[view.outcome][1]}.hint`} />
          <WayHome />
        </>
      );
  }
}

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
