import type { ConsentedTexts, RestorationOutcome } from "../../contract/withdrawal.ts";
import { pageIn } from "../../petition/addresses.ts";
import { RESTORE_LIFETIME } from "../../petition/withdrawal.ts";
import { Button } from "../design/button.tsx";
import { BadLink } from "../frame/bad-link.tsx";
import { ResultSheet } from "../frame/result-sheet.tsx";
import { TokenForm } from "../token-page/token-form.tsx";
import { Kept, Text, useFormat, useLanguage, useTranslations } from "../translation.tsx";

const DAYS = RESTORE_LIFETIME / 86_400_000;

export function RestorationResult({ result, token }: { result: RestorationOutcome; token: string }) {
  const t = useTranslations();
  switch (result.outcome) {
    case "open":
      return <Offer {...result} token={token} />;
    case "restored":
      if (result.isHeld) return <Held personalLink={result.personalLink} />;
      return (
        <ResultSheet stamp="ok" title={t("withdrawal.restore.restored.title")} said={t("withdrawal.restore.restored.message")}>
          <WayOn personalLink={result.personalLink} />
        </ResultSheet>
      );
    case "confirmed":
      return (
        <ResultSheet
          stamp="ok"
          title={t("withdrawal.restore.confirmed.title")}
          said={t("withdrawal.restore.confirmed.message")}
        >
          <WayOn personalLink={result.personalLink} />
        </ResultSheet>
      );
    case "there":
      if (result.isHeld) return <Held personalLink={result.personalLink} />;
      return (
        <ResultSheet stamp="ok" title={t("withdrawal.restore.there.title")} said={t("withdrawal.restore.there.message")}>
          <WayOn personalLink={result.personalLink} />
        </ResultSheet>
      );
    case "signed-anew":
      return (
        <ResultSheet
          stamp="ok"
          title={t("withdrawal.restore.signedAnew.title")}
          said={t("withdrawal.restore.signedAnew.message")}
        >
          <WayOn />
        </ResultSheet>
      );
    case "not-collecting":
      return (
        <ResultSheet
          stamp="wait"
          title={result.notice.title}
          said={[result.notice.day, ...result.notice.paragraphs].filter(Boolean).join(" ")}
        >
          <WayOn />
        </ResultSheet>
      );
    case "used":
      return (
        <ResultSheet stamp="wait" title={t("withdrawal.restore.used.title")} said={t("withdrawal.restore.used.message")}>
          <WayOn />
        </ResultSheet>
      );
    case "ended":
      return (
        <ResultSheet stamp="wait" title={t("withdrawal.restore.ended.title")} said={t("withdrawal.restore.ended.message")}>
          <WayOn />
        </ResultSheet>
      );
    case "expired":
      return (
        <ResultSheet
          stamp="wait"
          title={t("withdrawal.restore.expired.title")}
          said={t("withdrawal.restore.expired.message", { days: DAYS })}
        >
          <WayOn />
        </ResultSheet>
      );
    case "unknown":
      return <BadLink />;
  }
}

/** Back where it was, and that was in quarantine. */
function Held({ personalLink }: { personalLink?: string }) {
  const t = useTranslations();
  return (
    <ResultSheet stamp="wait" title={t("withdrawal.restore.held.title")} said={t("withdrawal.restore.held.message")}>
      <WayOn personalLink={personalLink} />
    </ResultSheet>
  );
}

function Offer({
  entries,
  chosen,
  expiresAt,
  isConfirmed,
  texts,
  changed,
  token,
}: Extract<RestorationOutcome, { outcome: "open" }> & { token: string }) {
  const t = useTranslations();
  const format = useFormat();
  const [first] = entries;
  const isChoice = entries.length > 1;
  const of = isConfirmed ? "open" : isChoice ? "several" : "unconfirmed";
  return (
    <ResultSheet stamp="wait" title={t(`withdrawal.restore.${of}.title`)} said={t(`withdrawal.restore.${of}.message`)}>
      <dl className="facts hint-line">
        {!isChoice && first && (
          <>
            <div>
              <dt>{t("withdrawal.restore.open.name")}</dt>
              <dd>
                <bdi>{first.fullName}</bdi>
              </dd>
            </div>
            <div>
              <dt>{t("withdrawal.restore.open.visibility")}</dt>
              <dd>{t(`signing.form.${first.visibility}`)}</dd>
            </div>
          </>
        )}
        <div>
          <dt>{t("withdrawal.restore.open.until")}</dt>
          <dd>{format.dateTime(expiresAt)}</dd>
        </div>
      </dl>
      <Consent texts={texts} hasChanged={changed} />
      <TokenForm page="restoration" token={token} className="hint-line">
        <input type="hidden" name="consentVersion" value={texts.consentVersion} />
        <input type="hidden" name="policyVersion" value={texts.policyVersion} />
        {isChoice && <Choice entries={entries} chosen={chosen} />}
        <Button type="submit">
          {t(isConfirmed ? "withdrawal.restore.open.button" : "withdrawal.restore.unconfirmed.button")}
        </Button>
      </TokenForm>
      <p className="small soft">
        <Text of="withdrawal.restore.open.nothing" />
      </p>
    </ResultSheet>
  );
}

/** Anybody can have entered the address: its owner says which entry is the right one. */
function Choice({ entries, chosen }: Pick<Extract<RestorationOutcome, { outcome: "open" }>, "entries" | "chosen">) {
  const t = useTranslations();
  const format = useFormat();
  return (
    <fieldset className="field">
      <legend className="legend">{t("withdrawal.restore.several.choice")}</legend>
      {entries.map(({ fullName, visibility, enteredAt }, place) => (
        <label key={enteredAt + fullName} className="choice">
          <input type="radio" name="entry" value={place} defaultChecked={place === chosen} />{" "}
          <b>
            <bdi>{fullName}</bdi>
          </b>{" "}
          <span className="hint">{`${t(`signing.form.${visibility}`)}, ${format.dateTime(enteredAt)}`}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** The same words as beside the box of the form: the button consents to them anew. */
function Consent({ texts, hasChanged = false }: { texts: ConsentedTexts; hasChanged?: boolean }) {
  const t = useTranslations();
  const language = useLanguage();
  return (
    <div className="hint-line">
      {hasChanged && (
        <p role="alert" className="mb-3">
          <b>{t("withdrawal.restore.consent.changed")}</b>
        </p>
      )}
      <p>{t("withdrawal.restore.consent.intro")}</p>
      <blockquote>
        <p>
          <Kept>{texts.consent}</Kept>
        </p>
      </blockquote>
      <p className="mt-2">
        <a href={pageIn(language, "privacy")}>{t("signing.form.privacy")}</a>
      </p>
    </div>
  );
}

function WayOn({ personalLink }: { personalLink?: string }) {
  const t = useTranslations();
  const language = useLanguage();
  return (
    <p className="links">
      <a href={pageIn(language, "home")}>{t("confirmation.home")}</a>
      {personalLink && <a href={personalLink}>{t("personal.link")}</a>}
    </p>
  );
}
