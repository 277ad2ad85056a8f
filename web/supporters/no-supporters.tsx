import { useTranslations } from "../translation.tsx";

export function NoSupporters({ isEnded = false }: { isEnded?: boolean }) {
  const t = useTranslations();
  return (
    <p className="empty">
      <span className="iris" aria-hidden="true" />
      <span>{t(isEnded ? "supporters.ended" : "supporters.empty")}</span>
    </p>
  );
}
