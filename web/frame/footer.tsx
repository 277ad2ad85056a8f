import { petitionConfig } from "../../petition.config.ts";
import { LanguageChoice } from "../language/language-switch.tsx";
import { useLanguage, useTranslations } from "../translation.tsx";
import { MailLink } from "./mail-link.tsx";
import { Mark } from "./mark.tsx";
import { legalPlaces } from "./navigation.ts";
import { OutLink } from "./out-link.tsx";
import { Places } from "./places.tsx";
import { useIsSecure } from "./use-facts.ts";
import { useHydrated } from "./use-hydrated.ts";

export const FALLBACK_PLACES = "seiten";

/** `year`: of the server's clock, so that it needs no change on New Year's Day. */
export function Footer({ year }: { year: string | undefined }) {
  const t = useTranslations();
  const language = useLanguage();
  const hydrated = useHydrated();
  const isSecure = useIsSecure();
  const { email } = petitionConfig.organisation;
  return (
    <footer className="foot">
      <span className="iris big" aria-hidden="true" />
      <div className="reeded" aria-hidden="true" />
      <div className="wrap">
        <div>
          <Mark />
          <p>{t("frame.footer.about")}</p>
        </div>
        <ul>
          {legalPlaces(language).map(({ path, name }) => (
            <li key={path}>
              <a href={path}>{t(name)}</a>
            </li>
          ))}
        </ul>
        <ul>
          <li>
            <MailLink address={email} />
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
          <a href="/LICENSE.txt">{t("frame.footer.licence")}</a>
        </div>
      </div>
    </footer>
  );
}
