import type { AddressFault, PersonalData, PersonalOutcome } from "../../contract/personal.ts";
import type { MessageKey } from "../../messages/keys.ts";
import { DAY } from "../../petition/duration.ts";
import { EMAIL_LENGTH, EMAIL_SENTENCES } from "../../petition/email-address.ts";
import { OLD_ADDRESS_LIFETIME } from "../../petition/personal.ts";
import { Button } from "../design/button.tsx";
import { ErrorSummary } from "../design/error-summary.tsx";
import { EmailField } from "../frame/email-field.tsx";
import { TokenForm } from "../token-page/result.tsx";
import { useTranslations } from "../translation.tsx";

const SENTENCES = {
  ...EMAIL_SENTENCES,
  throwaway: "signing.faults.email.throwaway",
  same: "personal.address.same",
  recent: "personal.address.recent",
  held: "personal.address.held.message",
} as const satisfies Record<AddressFault, MessageKey>;

interface FormProps {
  result: Extract<PersonalOutcome, { data: PersonalData }>;
  token: string;
}

/** Nobody moves what is being checked. */
export function AddressForm({ result, token }: FormProps) {
  const t = useTranslations();
  if (result.data.held) return <p>{t("personal.address.held.message")}</p>;
  const days = OLD_ADDRESS_LIFETIME / DAY;
  const error = result.outcome === "address-refused" ? t(SENTENCES[result.fault], { ...EMAIL_LENGTH, days }) : undefined;
  const typed = "typedAddress" in result ? result.typedAddress : "";
  return (
    <>
      <p className="wrap-anywhere">{t("personal.address.present", { email: result.data.email })}</p>
      <p>{t("personal.address.text", { days })}</p>
      {/* Without the page's script, what is wrong would be said a screen further down than the page opens. */}
      <TokenForm page="personal" token={token} intent="address" search="#address-refused" noValidate>
        <div id={error && "address-refused"}>
          <ErrorSummary title={t("personal.change.refused")} errors={error ? [{ href: "#email", text: error }] : []} />
        </div>
        <EmailField label="personal.address.label" hint="personal.address.hint" error={error} defaultValue={typed} />
        <Button kind="line" type="submit">
          {t("personal.address.submit")}
        </Button>
      </TokenForm>
    </>
  );
}
