import { useTranslations } from "../translation.tsx";

export function NoSupporters() {
  const t = useTranslations();
  return (
    <p className="empty">
      <span className="iris" aria-hidden="true" />
      {t("supporters.empty")}
    </p>
  );
}
