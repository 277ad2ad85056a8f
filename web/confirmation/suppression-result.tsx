import type { SuppressionOutcome } from "../../contract/confirmation.ts";
import { pageIn } from "../../petition/addresses.ts";
import { SUPPRESSION_LIFETIME } from "../../petition/confirmation.ts";
import { Button, LinkButton } from "../design/button.tsx";
import { ResultSheet } from "../frame/result-sheet.tsx";
import { TokenForm } from "../token-page/token-form.tsx";
import { Text, useLanguage, useTranslations } from "../translation.tsx";

const SUPPRESSION_DAYS = SUPPRESSION_LIFETIME / 86_400_000;

export function SuppressionResult({ outcome, token }: { outcome: SuppressionOutcome["outcome"]; token: string }) {
  const t = useTranslations();
  const language = useLanguage();
  const days = SUPPRESSION_DAYS;
  switch (outcome) {
    case "open":
      return (
        <ResultSheet
          stamp="wait"
          title={t("confirmation.suppression.open.title")}
          said={<Text of="confirmation.suppression.open.message" />}
        >
          <p className="hint-line">
            <Text of="confirmation.suppression.open.rest" values={{ days }} />
          </p>
          <TokenForm page="suppression" token={token} intent="suppress" className="hint-line">
            <Button kind="danger" type="submit">
              {t("confirmation.suppression.open.button")}
            </Button>
          </TokenForm>
          <p className="small soft">{t("confirmation.suppression.open.nothing")}</p>
        </ResultSheet>
      );
    case "suppressed":
      return (
        <ResultSheet
          stamp="ok"
          title={t("confirmation.suppression.suppressed.title")}
          said={<Text of="confirmation.suppression.suppressed.message" values={{ days }} />}
        >
          <p className="hint-line">{t("confirmation.suppression.suppressed.undoNote")}</p>
          <TokenForm page="suppression" token={token} intent="undo" className="hint-line">
            <Button kind="line" type="submit">
              {t("confirmation.suppression.suppressed.undo")}
            </Button>
          </TokenForm>
        </ResultSheet>
      );
    case "undone":
      return (
        <ResultSheet
          stamp="ok"
          title={t("confirmation.suppression.undone.title")}
          said={t("confirmation.suppression.undone.message")}
        >
          <p className="hint-line">
            <LinkButton href={`${pageIn(language, "home")}#sign`}>{t("confirmation.suppression.undone.button")}</LinkButton>
          </p>
        </ResultSheet>
      );
    case "counted":
      return (
        <ResultSheet
          stamp="wait"
          title={t("confirmation.suppression.counted.title")}
          said={t("confirmation.suppression.counted.message")}
        >
          <p className="hint-line">
            <LinkButton href={pageIn(language, "withdrawal")}>{t("confirmation.withdraw")}</LinkButton>
          </p>
        </ResultSheet>
      );
    case "expired":
      return (
        <ResultSheet
          stamp="wait"
          title={t("confirmation.suppression.expired.title")}
          said={t("confirmation.suppression.expired.message")}
        />
      );
    case "unknown":
      return (
        <ResultSheet
          stamp="bad"
          title={t("confirmation.suppression.unknown.title")}
          said={<Text of="confirmation.suppression.unknown.message" />}
        />
      );
  }
}
