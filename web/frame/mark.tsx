import { pathIn } from "../../petition/addresses.ts";
import { useLanguage, useTranslations } from "../translation.tsx";

export function Mark() {
  const t = useTranslations();
  return (
    <a className="mark" href={pathIn(useLanguage(), "/")}>
      <span className="iris" aria-hidden="true" />
      {t("frame.name")}
    </a>
  );
}
