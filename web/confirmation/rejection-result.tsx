import type { ReactNode } from "react";
import type { RejectionOutcome } from "../../contract/petition.ts";
import { LEFT_IN_PEACE } from "../../petition/confirmation.ts";
import { pathIn } from "../../petition/language.ts";
import { Button, LinkButton } from "../design/button.tsx";
import { ResultSheet } from "../frame/result-sheet.tsx";
import { Text, useLanguage, useTranslations } from "../translation.tsx";

const DAYS_IN_PEACE = LEFT_IN_PEACE / 86_400_000;

/** "That was not me": what will happen, what has happened, and the way back. */
export function RejectionResult({ outcome, token }: { outcome: RejectionOutcome["outcome"]; token: string }) {
  const t = useTranslations();
  const language = useLanguage();
  const days = DAYS_IN_PEACE;
  switch (outcome) {
    case "open":
      return (
        <ResultSheet
          stamp="wait"
          title={t("confirmation.rejection.open.title")}
          said={<Text of="confirmation.rejection.open.message" />}
        >
          <p className="hint-line">
            <Text of="confirmation.rejection.open.rest" values={{ days }} />
          </p>
          <RejectionForm token={token} intent="reject">
            <Button kind="danger" type="submit">
              {t("confirmation.rejection.open.button")}
            </Button>
          </RejectionForm>
          <p className="small soft">{t("confirmation.rejection.open.nothing")}</p>
        </ResultSheet>
      );
    case "rejected":
      return (
        <ResultSheet
          stamp="ok"
          title={t("confirmation.rejection.rejected.title")}
          said={<Text of="confirmation.rejection.rejected.message" values={{ days }} />}
        >
          <p className="hint-line">{t("confirmation.rejection.rejected.undoNote")}</p>
          <RejectionForm token={token} intent="undo">
            <Button kind="line" type="submit">
              {t("confirmation.rejection.rejected.undo")}
            </Button>
          </RejectionForm>
        </ResultSheet>
      );
    case "undone":
      return (
        <ResultSheet
          stamp="ok"
          title={t("confirmation.rejection.undone.title")}
          said={t("confirmation.rejection.undone.message")}
        >
          <p className="hint-line">
            <LinkButton to={`${pathIn(language, "/")}#sign`}>{t("confirmation.rejection.undone.button")}</LinkButton>
          </p>
        </ResultSheet>
      );
    case "counted":
      return (
        <ResultSheet
          stamp="wait"
          title={t("confirmation.rejection.counted.title")}
          said={t("confirmation.rejection.counted.message")}
        >
          <p className="hint-line">
            <LinkButton href={pathIn(language, "/widerruf")}>{t("confirmation.withdraw")}</LinkButton>
          </p>
        </ResultSheet>
      );
    case "expired":
      return (
        <ResultSheet
          stamp="wait"
          title={t("confirmation.rejection.expired.title")}
          said={t("confirmation.rejection.expired.message")}
        />
      );
    case "unknown":
      return (
        <ResultSheet
          stamp="bad"
          title={t("confirmation.rejection.unknown.title")}
          said={<Text of="confirmation.rejection.unknown.message" />}
        />
      );
  }
}

function RejectionForm({ token, intent, children }: { token: string; intent: "reject" | "undo"; children: ReactNode }) {
  const language = useLanguage();
  return (
    <form method="post" action={pathIn(language, "/nicht-ich")} className="hint-line">
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="intent" value={intent} />
      {children}
    </form>
  );
}
