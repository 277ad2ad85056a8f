import { type ReactNode, useEffect, useMemo, useRef } from "react";
import type { PresentTexts } from "../../contract/signing.ts";
import { consentTextIn, pageIn } from "../../petition/addresses.ts";
import { TEXT_VERSIONS } from "../../petition/consent.ts";
import { HONEYPOT, NAME_LENGTH } from "../../petition/signing.ts";
import { Button } from "../design/button.tsx";
import { ErrorSummary } from "../design/error-summary.tsx";
import { ConsentBox, Field } from "../design/field.tsx";
import { Icon } from "../design/icon.tsx";
import { Sheet } from "../design/sheet.tsx";
import { EmailField } from "../frame/email-field.tsx";
import { useHydrated } from "../frame/use-hydrated.ts";
import { useRememberedSheet } from "../remembered-sheet.ts";
import { useFacts } from "../runtime/page-state.tsx";
import { Kept, Paragraph, Text, useLanguage, useTranslations } from "../translation.tsx";
import { CaptchaField } from "./captcha.tsx";
import { PLACES } from "./form-fields.ts";
import { NameInList } from "./name-in-list.tsx";
import { type SignFormGiven, useSignForm } from "./use-sign-form.ts";

/** The fields keep their own values, so that what was typed before the page's script ran is never lost. */
export function SignForm({ above, ...given }: SignFormGiven & { above: ReactNode }) {
  const { loaded, answer } = given;
  const t = useTranslations();
  const { form, begin, texts, captcha, timesAsked, faults, typing, sending, refusal, trouble, ...acts } = useSignForm(given);
  const summary = useMemo(
    () => faults.summary.map(({ href, text }) => ({ href, text: <Kept>{text}</Kept> })),
    [faults.summary],
  );
  const { suggestion } = typing;
  const isRemembered = useRememberedSheet() !== null;
  return (
    <Sheet id="sign" className="sign-form" corner labelledBy="sign-title">
      <div className="sheet-head">
        <h2 id="sign-title">{t("signing.title")}</h2>
        {isRemembered && <Paragraph of="remembered.form" />}
      </div>
      {above}
      <form
        ref={form}
        method="post"
        action={`${pageIn(useLanguage(), "home")}?index#sign`}
        noValidate
        onSubmit={acts.onSubmit}
        onFocus={acts.touch}
        onInput={typing.onInput}
        onBlur={typing.onBlur}
      >
        {/* Without the script, Enter presses a form's first button: that must be signing, not another sum. */}
        <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
        <ErrorSummary title={t("signing.faults.summary", { count: summary.length })} errors={summary} />
        {refusal && <p className="failed refusal wrap-anywhere">{refusal}</p>}
        {answer?.lastStep && (
          <p className="remark">
            <a href={`#${PLACES.captcha}`}>{t("signing.form.captchaLastStep")}</a>
          </p>
        )}
        <NameField begin={begin.fullName} error={faults.faults.fullName} />
        <EmailField
          label="signing.form.email"
          hint="signing.form.emailHint"
          error={faults.faults.email}
          enterKeyHint="next"
          defaultValue={begin.email}
          describedBy={suggestion ? "email-suggestion" : undefined}
          below={suggestion && <AddressSuggestion id="email-suggestion" address={suggestion} onTake={typing.takeSuggestion} />}
        />
        <NameInList entry={typing.entry} begin={begin.visibility} error={faults.faults.visibility} />
        <CaptchaField state={captcha} times={timesAsked} error={faults.faults.captcha} onOther={() => void acts.onOtherSum()} />
        <ConsentField
          begin={begin.gdprConsent}
          texts={texts}
          hasNewPetition={texts.petitionVersion !== loaded.texts.petitionVersion}
          error={faults.faults.gdprConsent}
        />
        <div className="visually-hidden" aria-hidden="true">
          <label htmlFor="website-note">{t("signing.form.leaveEmpty")}</label>{" "}
          <input id="website-note" name={HONEYPOT} type="text" tabIndex={-1} autoComplete="off" defaultValue="" />
        </div>
        <Trouble sentences={trouble} />
        <Button type="submit" wide busy={sending} busyLabel={t("signing.form.submitting")}>
          {t("signing.form.submit")}
        </Button>
        <TrustBadges />
      </form>
    </Sheet>
  );
}

function NameField({ begin, error }: { begin: string; error?: string }) {
  return (
    <Field
      id={PLACES.fullName}
      name="fullName"
      label={useTranslations()("signing.form.fullName")}
      error={error}
      type="text"
      dir="auto"
      autoComplete="name"
      autoCapitalize="words"
      spellCheck={false}
      enterKeyHint="next"
      maxLength={2 * NAME_LENGTH.max}
      aria-required
      defaultValue={begin}
    />
  );
}

function AddressSuggestion({ id, address, onTake }: { id: string; address: string; onTake(address: string): void }) {
  const scripted = useHydrated();
  return (
    <p className="suggestion" id={id}>
      <Text
        of="signing.form.suggestion"
        // It breaks before the @, if it must.
        values={{ address: address.replace("@", "\u200b@") }}
        tags={{
          fix: (inner) =>
            scripted ? (
              <button type="button" className="btn-quiet" onClick={() => onTake(address)}>
                {inner}
              </button>
            ) : (
              <b>{inner}</b>
            ),
        }}
      />
    </p>
  );
}

type ConsentProps = { begin: boolean; texts: PresentTexts; hasNewPetition: boolean; error?: string };

/** The links stand outside the label, so that nobody agrees by reading. `hasNewPetition`: the page around it shows an older one. */
function ConsentField({ begin, texts, hasNewPetition, error }: ConsentProps) {
  const t = useTranslations();
  const language = useLanguage();
  return (
    <ConsentBox
      id={PLACES.gdprConsent}
      name="gdprConsent"
      begin={begin}
      error={error}
      label={
        <>
          <Kept>{texts.consent}</Kept>{" "}
          <a className="more" href={pageIn(language, "privacy")}>
            {t("signing.form.privacy")}
          </a>
        </>
      }
    >
      {hasNewPetition && (
        <a className="more" href={consentTextIn(language, texts.petitionVersion)}>
          {t("signing.form.petitionText")}
        </a>
      )}
      {TEXT_VERSIONS.map((name) => (
        <input key={name} type="hidden" name={name} value={texts[name]} />
      ))}
    </ConsentBox>
  );
}

/** Stays when the toast is gone, which has announced the same. */
function Trouble({ sentences }: { sentences: string[] | null }) {
  const box = useRef<HTMLDivElement>(null);
  const [wrong, ...kept] = sentences ?? [];
  useEffect(() => {
    if (wrong) box.current?.scrollIntoView({ block: "center" });
  }, [wrong]);
  if (!wrong) return null;
  return (
    <div className="failed trouble" ref={box}>
      <Icon name="warning" />
      <div>
        <p>
          <Kept>{wrong}</Kept>
        </p>
        {kept.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
    </div>
  );
}

function TrustBadges() {
  const t = useTranslations();
  return (
    <ul className="badges">
      {useFacts().isSecure && (
        <li>
          <Icon name="lock" />
          {t("signing.form.secure")}
        </li>
      )}
      <li>
        <Icon name="envelope" />
        {t("signing.form.doubleOptIn")}
      </li>
      <li>
        <Icon name="shield" />
        {t("signing.form.gdpr")}
      </li>
    </ul>
  );
}
