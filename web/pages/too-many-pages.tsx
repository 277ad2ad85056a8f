import type { PageHandle } from "../../contract/page.ts";
import { supportersPageIn } from "../../petition/addresses.ts";
import { LinkButton } from "../design/button.tsx";
import { LostPage } from "../frame/lost-page.tsx";
import { learnSupporters } from "../supporters/messages.ts";
import { useLanguage, useTranslations } from "../translation.tsx";
import { unlistedPage } from "./metadata.ts";

await learnSupporters();

export const handle: PageHandle = { isPublic: true, still: true };

export const meta = unlistedPage("tooManyPages", { title: "supporters.tooMany.title", description: "supporters.tooMany.text" });

/** Shown when one source has read too many pages. Its links reload the page, because the limit is the server's. */
export default function TooManyPages() {
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
