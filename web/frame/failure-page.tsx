import { pageIn } from "../../petition/addresses.ts";
import { LinkButton } from "../design/button.tsx";
import { useLanguage, useTranslations } from "../translation.tsx";
import { MAIN } from "./use-focus-on-new-page.ts";

/** A plain apology where something of ours broke. Its links load anew: what runs in the browser may be what is broken. */
export function FailurePage() {
  const t = useTranslations();
  const language = useLanguage();
  return (
    <main id={MAIN} className="lost">
      <title>{t("errors.page.title")}</title>
      <span className="lost-seal iris" aria-hidden="true" />
      <div className="wrap">
        <h1>{t("errors.page.title")}</h1>
        <p>{t("errors.page.text")}</p>
        <div className="act">
          <LinkButton href="">{t("errors.page.reload")}</LinkButton>
          <a href={pageIn(language, "home")}>{t("errors.page.home")}</a>
        </div>
      </div>
    </main>
  );
}
