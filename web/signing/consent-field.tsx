import type { PresentTexts } from "../../contract/consent.ts";
import { consentTextIn, pageIn } from "../../petition/addresses.ts";
import { TEXT_VERSIONS } from "../../petition/consent.ts";
import { FieldError } from "../design/field.tsx";
import { Kept, useLanguage, useTranslations } from "../translation.tsx";

/** The consent box. The links stand outside the label, so that nobody agrees by reading. `hasNewPetition`: the page around it shows an older one. */
export function ConsentField({
  begin,
  texts,
  hasNewPetition,
  error,
}: {
  begin: boolean;
  texts: PresentTexts;
  hasNewPetition: boolean;
  error?: string;
}) {
  const t = useTranslations();
  const language = useLanguage();
  return (
    <div className="consent">
      <input
        id="consent"
        type="checkbox"
        name="gdprConsent"
        value="true"
        required
        defaultChecked={begin}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && "consent-error"}
      />{" "}
      <label htmlFor="consent">
        <Kept>{texts.consent}</Kept>
      </label>{" "}
      <a className="more" href={pageIn(language, "privacy")}>
        {t("signing.form.privacy")}
      </a>{" "}
      {hasNewPetition && (
        <a className="more" href={consentTextIn(language, texts.petitionVersion)}>
          {t("signing.form.petitionText")}
        </a>
      )}
      {TEXT_VERSIONS.map((name) => (
        <input key={name} type="hidden" name={name} value={texts[name]} />
      ))}
      {error && <FieldError id="consent-error">{error}</FieldError>}
    </div>
  );
}
