import { petitionConfig } from "../../petition.config.ts";
import { isOpen } from "../filled-in.ts";
import { Text, useTranslations } from "../translation.tsx";
import { OutLink } from "./out-link.tsx";

/** Paid for, and marked as such (German law against unfair competition, § 5a (4)). */
export function Sponsor() {
  const t = useTranslations();
  const { sponsor } = petitionConfig;
  if (!sponsor || isOpen(sponsor.name) || isOpen(sponsor.url)) return null;
  return (
    <aside className="sponsor" aria-label={t("frame.sponsor.label")}>
      <div className="wrap">
        <span className="badge">{t("frame.sponsor.mark")}</span>{" "}
        <Text of="frame.sponsor.text" values={{ name: sponsor.name }} tags={{ sponsor: (name) => <b>{name}</b> }} />{" "}
        <OutLink href={sponsor.url}>{t("frame.sponsor.link")}</OutLink>
      </div>
    </aside>
  );
}
