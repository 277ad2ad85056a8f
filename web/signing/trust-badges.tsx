import { Icon } from "../design/icon.tsx";
import { useTranslations } from "../translation.tsx";

export function TrustBadges() {
  const t = useTranslations();
  return (
    <ul className="badges">
      <li>
        <Icon name="lock" />
        {t("signing.form.secure")}
      </li>
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
