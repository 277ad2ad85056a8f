import { useTranslations } from "../translation.tsx";

/** What stands where a list has no names. */
export function NoSupporters() {
  const t = useTranslations();
  return (
    <p className="empty">
      <span className="iris" aria-hidden="true" />
      {t("supporters.empty")}
    </p>
  );
}
