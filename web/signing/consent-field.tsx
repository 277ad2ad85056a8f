import { pageIn } from "../../petition/addresses.ts";
import { FieldError } from "../design/field.tsx";
import { Text, useLanguage, useTranslations } from "../translation.tsx";

/** The consent box. The link stands outside the label, so that nobody agrees by reading. */
export function ConsentField({ begin, error }: { begin: boolean; error?: string }) {
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
      />
      <label htmlFor="consent">
        <Text of="signing.consent" />
      </label>
      <a className="more" href={pageIn(language, "privacy")}>
        {t("signing.form.privacy")}
      </a>
      {error && <FieldError id="consent-error">{error}</FieldError>}
    </div>
  );
}
