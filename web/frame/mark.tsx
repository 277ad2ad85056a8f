import { pathIn } from "../../petition/addresses.ts";
import { Link } from "../design/link.tsx";
import { useLanguage, useTranslations } from "../translation.tsx";

export function Mark() {
  const t = useTranslations();
  return (
    <Link className="mark" to={pathIn(useLanguage(), "/")}>
      <span className="iris" aria-hidden="true" />
      {t("frame.name")}
    </Link>
  );
}
