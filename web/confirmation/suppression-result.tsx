import type { SuppressionOutcome } from "../../contract/confirmation.ts";
import { pageIn } from "../../petition/addresses.ts";
import { SUPPRESSION_LIFETIME } from "../../petition/confirmation.ts";
import { LinkButton } from "../design/button.tsx";
import { ResultSheet } from "../frame/result-sheet.tsx";
import { TokenButton } from "../token-page/result.tsx";
import { Paragraph, Text, useLanguage, useTranslations } from "../translation.tsx";

const days = SUPPRESSION_LIFETIME / 86_400_000;

const STAMPS = { open: "wait", suppressed: "ok", undone: "ok", counted: "wait", expired: "wait", unknown: "bad" } as const;

type Suppression = SuppressionOutcome & { token: string };

export function SuppressionResult({ outcome, token }: Suppression) {
  const t = useTranslations();
  return (
    <ResultSheet
      stamp={STAMPS[outcome]}
      title={t(`confirmation.suppression.${outcome}.title`)}
      message={<Text of={`confirmation.suppression.${outcome}.message`} values={{ days }} />}
    >
      <WaysOn outcome={outcome} token={token} />
    </ResultSheet>
  );
}

function WaysOn({ outcome, token }: Suppression) {
  const t = useTranslations();
  const language = useLanguage();
  switch (outcome) {
    case "open":
      return (
        <>
          <Paragraph className="hint-line" of="confirmation.suppression.open.rest" values={{ days }} />
          <TokenButton page="suppression" token={token} intent="suppress" kind="danger">
            {t("confirmation.suppression.open.button")}
          </TokenButton>
          <p className="small soft">{t("confirmation.suppression.open.nothing")}</p>
        </>
      );
    case "suppressed":
      return (
        <>
          <p className="hint-line">{t("confirmation.suppression.suppressed.undoNote")}</p>
          <TokenButton page="suppression" token={token} intent="undo" kind="line">
            {t("confirmation.suppression.suppressed.undo")}
          </TokenButton>
        </>
      );
    case "undone":
      return (
        <p className="hint-line">
          <LinkButton href={`${pageIn(language, "home")}#sign`}>{t("confirmation.suppression.undone.button")}</LinkButton>
        </p>
      );
    case "counted":
      return (
        <p className="hint-line">
          <LinkButton href={pageIn(language, "withdrawal")}>{t("confirmation.withdraw")}</LinkButton>
        </p>
      );
    default:
      return null;
  }
}
