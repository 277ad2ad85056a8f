import { ConsentBox, Field, FieldError } from "../../web/design/field.tsx";
import { useTranslations } from "../../web/translation.tsx";
import { LONG_ADDRESS } from "../people.ts";
import type { GalleryEntry } from "../state.ts";

function Email({ value, isWrong = false }: { value?: string; isWrong?: boolean }) {
  const t = useTranslations();
  return (
    <Field
      id="email"
      label={t("withdrawal.form.email")}
      hint={t("withdrawal.form.emailHint")}
      error={isWrong ? t("withdrawal.faults.email") : undefined}
      defaultValue={value}
    />
  );
}

function Consent({ isWrong = false }: { isWrong?: boolean }) {
  const t = useTranslations();
  const error = isWrong ? t("withdrawal.faults.confirmDeletion") : undefined;
  return <ConsentBox id="consent" name="consent" label={t("withdrawal.form.confirm")} error={error} />;
}

export default {
  states: {
    empty: () => <Email />,
    "filled in": () => <Email value="anna@example.org" />,
    "with an error": () => <Email value="anna" isWrong />,
    "long text": () => <Email value={LONG_ADDRESS} isWrong />,
    short: () => <Field id="captcha" label={useTranslations()("signing.form.captchaWaiting")} short defaultValue="12" />,
    "a consent": () => <Consent />,
    "a consent that is missing": () => <Consent isWrong />,
    "the error alone": () => <FieldError id="error">{useTranslations()("signing.faults.visibility")}</FieldError>,
  },
} satisfies GalleryEntry;
