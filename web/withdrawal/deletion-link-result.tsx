import type { DeletionLinkOutcome } from "../../contract/withdrawal.ts";
import { pageIn } from "../../petition/addresses.ts";
import { Button, LinkButton } from "../design/button.tsx";
import { BadLink } from "../frame/bad-link.tsx";
import { ResultSheet } from "../frame/result-sheet.tsx";
import { TokenForm } from "../token-page/token-form.tsx";
import { Text, useLanguage, useTranslations } from "../translation.tsx";

export function DeletionLinkResult({ outcome, token }: { outcome: DeletionLinkOutcome["outcome"]; token: string }) {
  const t = useTranslations();
  const language = useLanguage();
  switch (outcome) {
    case "open":
      return (
        <ResultSheet stamp="wait" title={t("withdrawal.link.open.title")} said={<Text of="withdrawal.link.open.message" />}>
          <TokenForm page="withdrawal" token={token} className="hint-line">
            <Button kind="danger" type="submit">
              {t("withdrawal.form.submit.request")}
            </Button>
          </TokenForm>
          <p className="small soft">{t("withdrawal.link.open.nothing")}</p>
        </ResultSheet>
      );
    case "erased":
      return (
        <ResultSheet stamp="ok" title={t("withdrawal.link.erased.title")} said={<Text of="withdrawal.link.erased.message" />} />
      );
    case "nothing":
      return (
        <ResultSheet
          stamp="ok"
          title={t("withdrawal.link.nothing.title")}
          said={<Text of="withdrawal.link.nothing.message" />}
        />
      );
    case "expired":
      return (
        <ResultSheet stamp="wait" title={t("withdrawal.link.expired.title")} said={t("withdrawal.link.expired.message")}>
          <p className="hint-line">
            <LinkButton href={pageIn(language, "withdrawal")}>{t("withdrawal.link.expired.request")}</LinkButton>
          </p>
        </ResultSheet>
      );
    case "unknown":
      return <BadLink />;
  }
}
