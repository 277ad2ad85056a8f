import type { AddressLinkOutcome } from "../../contract/personal.ts";
import { ResultSheet } from "../frame/result-sheet.tsx";
import { BadLink, TokenButton, WayHome } from "../token-page/result.tsx";
import { useTranslations } from "../translation.tsx";

/** Behind the link to the new mailbox, or the one to the old mailbox. */
export function AddressResult({ result, token }: { result: AddressLinkOutcome; token: string }) {
  const t = useTranslations();
  const { outcome } = result;
  if (outcome === "unknown") return <BadLink />;
  if (outcome === "open")
    return (
      <ResultSheet
        stamp="wait"
        title={t(`personal.address.${result.of}.title`)}
        message={t(`personal.address.${result.of}.message`)}
      >
        <p className="hint-line strong wrap-anywhere">
          <bdi>{result.email}</bdi>
        </p>
        <TokenButton page="address" token={token}>
          {t(`personal.address.${result.of}.button`)}
        </TokenButton>
      </ResultSheet>
    );
  if (outcome === "gone")
    return (
      <ResultSheet stamp="ok" title={t("personal.gone.title")} message={t("personal.gone.message")}>
        <WayHome className="hint-line" />
      </ResultSheet>
    );
  const isDone = "personalLink" in result;
  return (
    <ResultSheet
      stamp={isDone ? "ok" : "wait"}
      title={t(`personal.address.${outcome}.title`)}
      message={t(`personal.address.${outcome}.message`)}
    >
      {isDone ? (
        <p className="links">
          <a href={result.personalLink}>{t("personal.link")}</a>
        </p>
      ) : (
        <WayHome className="hint-line" />
      )}
    </ResultSheet>
  );
}
