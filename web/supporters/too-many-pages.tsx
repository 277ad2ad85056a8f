import { supportersPageIn } from "../../petition/addresses.ts";
import { LinkButton } from "../design/button.tsx";
import { MAIN } from "../frame/main.ts";
import { useLanguage, useTranslations } from "../translation.tsx";

/** So many pages of the list were read from here that reading pauses. Links load anew: the limit is the server's. */
export function TooManyPages() {
  const t = useTranslations();
  const language = useLanguage();
  return (
    <main id={MAIN} className="lost">
      <span className="lost-seal iris" aria-hidden="true" />
      <div className="wrap">
        <h1>{t("supporters.tooMany.title")}</h1>
        <p>{t("supporters.tooMany.text")}</p>
        <div className="act">
          <LinkButton href="">{t("supporters.tooMany.again")}</LinkButton>{" "}
          <a href={supportersPageIn(language, 1)}>{t("supporters.tooMany.newest")}</a>
        </div>
      </div>
    </main>
  );
}
