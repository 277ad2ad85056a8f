import { supportersPageIn } from "../../petition/addresses.ts";
import { LinkButton } from "../design/button.tsx";
import { LostPage } from "../frame/lost-page.tsx";
import { useLanguage, useTranslations } from "../translation.tsx";

/** So many pages of the list were read from here that reading pauses. Links load anew: the limit is the server's. */
export function TooManyPages() {
  const t = useTranslations();
  const language = useLanguage();
  return (
    <LostPage
      title={t("supporters.tooMany.title")}
      text={t("supporters.tooMany.text")}
      ways={
        <>
          <LinkButton href="">{t("supporters.tooMany.again")}</LinkButton>{" "}
          <a href={supportersPageIn(language, 1)}>{t("supporters.tooMany.newest")}</a>
        </>
      }
    />
  );
}
