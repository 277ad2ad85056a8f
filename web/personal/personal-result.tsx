import { type ReactNode, useState } from "react";
import type { CorrectionInput, PersonalData, PersonalOutcome, Stored, StoredGroup } from "../../contract/personal.ts";
import type { SiteFacts } from "../../contract/site-facts.ts";
import { MAIL_COOLDOWN, NAME_LENGTH, NAME_SENTENCES, type Visibility } from "../../petition/signing.ts";
import { RESTORE_LIFETIME } from "../../petition/withdrawal.ts";
import { Button } from "../design/button.tsx";
import { ErrorSummary } from "../design/error-summary.tsx";
import { Field } from "../design/field.tsx";
import { ResultSheet } from "../frame/result-sheet.tsx";
import { takeFocus } from "../frame/take-focus.ts";
import { BadLink, TokenButton, TokenForm, WayHome } from "../token-page/result.tsx";
import { Kept, Paragraph, Text, useTranslations } from "../translation.tsx";
import { AddressForm } from "./address-form.tsx";
import { LinkForm, type LinkPageAnswer } from "./link-form.tsx";
import "./personal.css";

interface OwnProps {
  result: Extract<PersonalOutcome, { data: PersonalData }>;
  token: string;
  deleteBy: SiteFacts["deleteBy"];
  visibilityField(entry: CorrectionInput, begin: Visibility): ReactNode;
  receiptSheet: ReactNode;
}

type ResultProps = Omit<OwnProps, "result"> & { result: PersonalOutcome; isEnded: boolean };

export function PersonalResult({ result, isEnded, ...own }: ResultProps) {
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

/** First what most come for: to hide their name. */
function OwnSignature({ result, token, deleteBy, visibilityField, receiptSheet }: OwnProps) {
  const t = useTranslations();
  return (
    <ResultSheet stamp={result.data.held ? "wait" : "ok"} title={t("personal.title")} message={<Text of="personal.lede" />}>
      <Said result={result} />
      {result.data.held && <Held reasons={result.data.held.reasons} />}
      {result.data.nameHidden && (
        <p className="hint-line strong">
          {result.data.nameHidden === "on-hold" ? t("personal.nameOnHold") : t("personal.nameHidden")}
        </p>
      )}
      <nav className="links" aria-label={t("personal.stored.jump")}>
        <a href="#change-title">{t("personal.change.title")}</a> <a href="#address-title">{t("personal.address.title")}</a>{" "}
        <a href="#receipt">{t("receipt.title")}</a> <a href="#take-title">{t("personal.take.title")}</a>{" "}
        <a href="#withdraw-title">{t("personal.withdraw.title")}</a> <a href="#stored-title">{t("personal.stored.title")}</a>
      </nav>
      <Part id="change" title={t("personal.change.title")}>
        <CorrectionForm result={result} token={token} visibilityField={visibilityField} />
      </Part>
      <Part id="address" title={t("personal.address.title")}>
        <AddressForm result={result} token={token} />
      </Part>
      <section id="receipt" aria-labelledby="receipt-title" className="personal-part">
        {receiptSheet}
      </section>
      <Part id="take" title={t("personal.take.title")}>
        <Paragraph of="personal.take.text" />
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

/** What came of the button that was pressed. */
function Said({ result }: Pick<OwnProps, "result">) {
  const t = useTranslations();
  const said = () => {
    switch (result.outcome) {
      case "changed":
      case "unchanged":
        return t(`personal.change.${result.outcome}`);
      case "address-asked":
        return t("personal.address.asked", { address: result.address, mails: MAIL_COOLDOWN.perDay });
      case "too-many-acts":
        return t("personal.tooMany", { minutes: Math.ceil(result.retryAfter / 60) });
      default:
        return null;
    }
  };
  const sentence = said();
  if (sentence === null) return null;
  return (
    <p tabIndex={-1} ref={takeFocus} className="hint-line strong wrap-anywhere">
      {sentence}
    </p>
  );
}

function Held({ reasons }: { reasons: string[] }) {
  const t = useTranslations();
  return (
    <div className="hint-line held">
      <p className="strong">{t("personal.held.title")}</p>
      <Paragraph of="personal.held.message" />
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

function CorrectionForm({ result, token, visibilityField }: Pick<OwnProps, "result" | "token" | "visibilityField">) {
  const t = useTranslations();
  const error = result.outcome === "refused" ? t(NAME_SENTENCES[result.fault], NAME_LENGTH) : undefined;
  const typed = ("typed" in result && result.typed) || result.data;
  const [entry, setEntry] = useState<CorrectionInput>({ fullName: typed.fullName, visibility: typed.visibility });
  return (
    <TokenForm
      page="personal"
      token={token}
      intent="correct"
      noValidate
      onInput={(event) => setEntry(entryIn(new FormData(event.currentTarget)))}
    >
      <ErrorSummary title={t("personal.change.refused")} errors={error ? [{ href: "#full-name", text: error }] : []} />
      <Field
        id="full-name"
        name="fullName"
        label={t("signing.form.fullName")}
        error={error}
        dir="auto"
        autoComplete="name"
        // Twice the bound, since a letter may be two characters; the server counts.
        maxLength={NAME_LENGTH.max * 2}
        aria-required
        defaultValue={typed.fullName}
      />
      {visibilityField(entry, typed.visibility)}
      <Button kind="line" type="submit">
        {t("personal.change.submit")}
      </Button>
    </TokenForm>
  );
}

function entryIn(form: FormData): CorrectionInput {
  return {
    fullName: String(form.get("fullName") ?? ""),
    visibility: form.get("visibility") === "private" ? "private" : "public",
  };
}

/** What all of a group have in common is said once, above them; until when, also where it holds for most. */
function StoredList({ groups }: { groups: StoredGroup[] }) {
  const t = useTranslations();
  return groups.map(({ title, entries }, index) => {
    const why = mostCommon(entries, "why");
    const until = mostCommon(entries, "until");
    return (
      <details key={title} className="fold" open={index === 0}>
        <summary>
          <h3>
            <Kept>{title}</Kept>
          </h3>
        </summary>
        <Reason
          why={why.isOfAll ? why.text : null}
          until={until.text && t(until.isOfAll ? "personal.stored.until" : "personal.stored.usually", { until: until.text })}
        />
        <dl className="facts">
          {entries.map((entry) => (
            <Row
              key={entry.label + entry.value.join()}
              entry={entry}
              why={why.isOfAll ? null : entry.why}
              until={entry.until === until.text ? null : t("personal.stored.until", { until: entry.until })}
            />
          ))}
        </dl>
      </details>
    );
  });
}

function Row({ entry: { label, value, href }, why, until }: { entry: Stored; why: string | null; until: string | null }) {
  const t = useTranslations();
  return (
    <div className="stored">
      <dt>
        <Kept>{label}</Kept>
      </dt>
      <dd>
        {value.map((line) => (
          <p key={line}>
            <bdi>{line}</bdi>
          </p>
        ))}
        {href && (
          <p>
            <a href={href}>{t("personal.stored.readConsent")}</a>
          </p>
        )}
        <Reason why={why} until={until} />
      </dd>
    </div>
  );
}

function Reason({ why, until }: { why: string | null; until: string | null }) {
  const text = [why, until].filter(Boolean).join(" ");
  if (text === "") return null;
  return (
    <p className="small soft">
      <Kept>{text}</Kept>
    </p>
  );
}

function mostCommon(entries: Stored[], what: "why" | "until"): { text: string | null; isOfAll: boolean } {
  const times = new Map<string, number>();
  for (const entry of entries) times.set(entry[what], (times.get(entry[what]) ?? 0) + 1);
  const [text, count] = [...times].reduce((most, one) => (one[1] > most[1] ? one : most), ["", 1]);
  return count > 1 ? { text, isOfAll: count === entries.length } : { text: null, isOfAll: false };
}
