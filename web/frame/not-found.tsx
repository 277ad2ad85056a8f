import { pageIn, supportersPageIn } from "../../petition/addresses.ts";
import { LinkButton } from "../design/button.tsx";
import { Numeral } from "../design/numeral.tsx";
import { useLanguage, useTranslations } from "../translation.tsx";
import { MAIN } from "./main.ts";

export function NotFound() {
  const t = useTranslations();
  const language = useLanguage();
  return (
    <main id={MAIN} className="lost">
      <span className="lost-seal iris" aria-hidden="true" />
      <div className="wrap">
        <Numeral value="404" hidden />
        <h1>{t("errors.notFound.title")}</h1>
        <p>{t("errors.notFound.text")}</p>
        <div className="act">
          <LinkButton href={pageIn(language, "home")}>{t("errors.notFound.home")}</LinkButton>{" "}
          <a href={supportersPageIn(language, 1)}>{t("errors.notFound.supporters")}</a>
        </div>
      </div>
    </main>
  );
}
