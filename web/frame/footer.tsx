import { feedIn } from "../../petition/addresses.ts";
import { petitionConfig } from "../../petition.config.ts";
import { isOpen } from "../filled-in.ts";
import { LanguageChoice } from "../language/language-switch.tsx";
import { useFacts } from "../runtime/page-state.tsx";
import { Text, useLanguage, useTranslations } from "../translation.tsx";
import { MailLink } from "./mail-link.tsx";
import { Mark } from "./mark.tsx";
import { OutLink } from "./out-link.tsx";
import { LegalPlaces, Places } from "./places.tsx";
import { useHydrated } from "./use-hydrated.ts";

export const FALLBACK_PLACES = "seiten";

export function Footer() {
  const t = useTranslations();
  const hydrated = useHydrated();
  const { isSecure, year } = useFacts();
  return (
    <footer className="foot">
      <span className="iris big" aria-hidden="true" />
      <div className="reeded" aria-hidden="true" />
      <div className="wrap">
        <div>
          <Mark />
          <p>{t("frame.footer.about")}</p>
        </div>
        <LegalPlaces />
        <ul>
          <li>
            <MailLink address={petitionConfig.organisation.email} />
          </li>
          <li>{t("frame.footer.promise")}</li>
        </ul>
        {!hydrated && (
          <nav className="fallback" id={FALLBACK_PLACES} aria-label={t("frame.footer.all")}>
            <Places />
            <LanguageChoice className="speak" />
          </nav>
        )}
        <div className="close">
          {isSecure && <span>{`${t("frame.footer.ssl")} `}</span>}
          {year && <span>{`${t("frame.footer.copyright", { year, name: t("frame.name") })} `}</span>}
          <OutLink href={petitionConfig.sourceUrl}>{t("frame.footer.source")}</OutLink>{" "}
          <a href="/LICENSE.txt">{t("frame.footer.licence")}</a> <a href={feedIn(useLanguage())}>{t("frame.footer.feed")}</a>
        </div>
      </div>
    </footer>
  );
}

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
