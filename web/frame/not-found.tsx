import { pageIn, supportersPageIn } from "../../petition/addresses.ts";
import { LinkButton } from "../design/button.tsx";
import { Numeral } from "../design/numeral.tsx";
import { useLanguage, useTranslations } from "../translation.tsx";
import { LostPage } from "./lost-page.tsx";

export function NotFound() {
  const t = useTranslations();
  const language = useLanguage();
  return (
    <LostPage
      above={<Numeral value="404" hidden />}
      title={t("errors.notFound.title")}
      text={t("errors.notFound.text")}
      ways={
        <>
          <LinkButton href={pageIn(language, "home")}>{t("errors.notFound.home")}</LinkButton>{" "}
          <a href={supportersPageIn(language, 1)}>{t("errors.notFound.supporters")}</a>
        </>
      }
    />
  );
}
