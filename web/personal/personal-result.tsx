import type { ReactNode } from "react";
import type { PersonalData, PersonalOutcome } from "../../contract/personal.ts";
import type { SiteFacts } from "../../contract/site-facts.ts";
import { RESTORE_LIFETIME } from "../../petition/withdrawal.ts";
import { ResultSheet } from "../frame/result-sheet.tsx";
import { BadLink, TokenButton, WayHome } from "../token-page/result.tsx";
import { Kept, Text, useTranslations } from "../translation.tsx";
import { CorrectionForm, type VisibilityField } from "./correction-form.tsx";
import type { LinkPageAnswer } from "./link-form.tsx";
import { LinkForm } from "./link-form.tsx";
import { StoredList } from "./stored-list.tsx";

interface Own {
  token: string;
  deleteBy: SiteFacts["deleteBy"];
  visibilityField: VisibilityField;
  receiptSheet: ReactNode;
}

/** `isEnded`: the petition is over, and what is stored about persons goes. */
export function PersonalResult({ result, isEnded, ...own }: Own & { result: PersonalOutcome; isEnded: boolean }) {
  const t = useTranslations();
  if ("data" in result) return <OwnSignature result={result} {...own} />;
  const { outcome } = result;
  if (outcome === "unknown")
    return (
      <BadLink>
        <AskAgain isEnded={isEnded} />
      </BadLink>
    );
  const isOver = outcome === "erased" || outcome === "gone";
  return (
    <ResultSheet
      stamp={isOver ? "ok" : "wait"}
      title={t(`personal.${outcome}.title`)}
      message={<Text of={`personal.${outcome}.message`} />}
    >
      {isOver ? <WayHome className="hint-line" /> : <AskAgain isEnded={isEnded} />}
    </ResultSheet>
  );
}

export function LinkRequest({ answer, isEnded }: { answer: LinkPageAnswer | null; isEnded: boolean }) {
  const t = useTranslations();
  if (isEnded)
    return (
      <ResultSheet stamp="ok" title={t("personal.title")} message={t("withdrawal.ended")}>
        <WayHome className="hint-line" />
      </ResultSheet>
    );
  return (
    <ResultSheet stamp="wait" title={t("personal.request.title")} message={<Text of="personal.request.lede" />}>
      <LinkForm answer={answer} />
    </ResultSheet>
  );
}

function AskAgain({ isEnded }: { isEnded: boolean }) {
  const t = useTranslations();
  if (isEnded) return <p className="hint-line">{t("withdrawal.ended")}</p>;
  return (
    <Part id="ask" title={t("personal.request.again")}>
      <LinkForm answer={null} />
    </Part>
  );
}

function OwnSignature({
  result,
  token,
  deleteBy,
  visibilityField,
  receiptSheet,
}: Own & { result: Extract<PersonalOutcome, { data: PersonalData }> }) {
  const t = useTranslations();
  return (
    <ResultSheet stamp={result.data.held ? "wait" : "ok"} title={t("personal.title")} message={<Text of="personal.lede" />}>
      {(result.outcome === "changed" || result.outcome === "unchanged") && (
        <p role="status" className="hint-line strong">
          {result.outcome === "changed" ? t("personal.change.changed") : t("personal.change.unchanged")}
        </p>
      )}
      {result.outcome === "too-many-acts" && (
        <p role="alert" className="hint-line strong">
          {t("personal.tooMany", { minutes: Math.ceil(result.retryAfter / 60) })}
        </p>
      )}
      {result.data.held && <Held reasons={result.data.held.reasons} />}
      {result.data.nameHidden && (
        <p className="hint-line strong">
          {result.data.nameHidden === "on-hold" ? t("personal.nameOnHold") : t("personal.nameHidden")}
        </p>
      )}
      <nav className="links" aria-label={t("personal.stored.jump")}>
        <a href="#stored-title">{t("personal.stored.title")}</a> <a href="#receipt-title">{t("receipt.title")}</a>{" "}
        <a href="#change-title">{t("personal.change.title")}</a> <a href="#take-title">{t("personal.take.title")}</a>{" "}
        <a href="#withdraw-title">{t("personal.withdraw.title")}</a>
      </nav>
      <Part id="receipt" title={t("receipt.title")}>
        {receiptSheet}
      </Part>
      <Part id="change" title={t("personal.change.title")}>
        <CorrectionForm result={result} token={token} visibilityField={visibilityField} />
      </Part>
      <Part id="take" title={t("personal.take.title")}>
        <p>
          <Text of="personal.take.text" />
        </p>
        <TokenButton page="personalDownload" token={token} kind="line">
          {t("personal.take.button")}
        </TokenButton>
      </Part>
      <Part id="withdraw" title={t("personal.withdraw.title")}>
        <p>
          <Text of="personal.withdraw.text" />{" "}
          <Text of={`withdrawal.what.undo.${deleteBy}`} values={{ days: RESTORE_LIFETIME / 86_400_000 }} />
        </p>
        <TokenButton page="personal" token={token} intent="withdraw" kind="danger">
          {t("personal.withdraw.button")}
        </TokenButton>
      </Part>
      <Part id="stored" title={t("personal.stored.title")}>
        <StoredList groups={result.data.stored} />
      </Part>
    </ResultSheet>
  );
}

function Held({ reasons }: { reasons: string[] }) {
  const t = useTranslations();
  return (
    <div className="hint-line held">
      <p className="strong">{t("personal.held.title")}</p>
      <p>
        <Text of="personal.held.message" />
      </p>
      {reasons.length > 0 && (
        <>
          <p>{t("personal.held.reasons")}</p>
          <ul>
            {reasons.map((reason) => (
              <li key={reason}>
                <Kept>{reason}</Kept>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={`${id}-title`} className="personal-part">
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  );
}
