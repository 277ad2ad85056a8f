import { petitionConfig } from "../../petition.config.ts";
import { useTranslations } from "../translation.tsx";
import { OutLink } from "./out-link.tsx";

/** Paid for, and marked as such (German law against unfair competition, § 5a (4)). */
export function Sponsor() {
  const t = useTranslations();
  return (
    <aside className="sponsor" aria-label={t("frame.sponsor.label")}>
      <div className="wrap">
        <span className="badge">{t("frame.sponsor.mark")}</span> {t("frame.sponsor.text")}{" "}
        <OutLink href={petitionConfig.sponsor.url}>{t("frame.sponsor.link")}</OutLink>
      </div>
    </aside>
  );
}
