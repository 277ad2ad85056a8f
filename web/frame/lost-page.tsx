import type { ReactNode } from "react";
import { pageIn, supportersPageIn } from "../../petition/addresses.ts";
import { gotNoAnswer } from "../call.ts";
import { LinkButton } from "../design/button.tsx";
import { Numeral } from "../design/numeral.tsx";
import { useBrokenBy } from "../runtime/breakage.tsx";
import { useLanguage, useTranslations } from "../translation.tsx";
import { MAIN } from "./main.ts";
import { useHydrated } from "./use-hydrated.ts";

export function LostPage({ above, title, text, ways }: { above?: ReactNode; title: string; text: string; ways: ReactNode }) {
  return (
    <main id={MAIN} className="lost">
      <span className="lost-seal iris" aria-hidden="true" />
      <div className="wrap">
        {above}
        <h1>{title}</h1>
        <p>{text}</p>
        <div className="act">{ways}</div>
      </div>
    </main>
  );
}

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

/** Its links load the page again, as what runs in the browser may be what broke. `message`: by the server, which will have the page again soon. */
export function FailurePage({ message }: { message?: string | undefined }) {
  const t = useTranslations();
  const language = useLanguage();
  const error = useBrokenBy();
  const isOffline = useHydrated() && (!navigator.onLine || gotNoAnswer(error));
  const kind = isOffline ? "offline" : "page";
  const title = t(message === undefined ? `errors.${kind}.title` : "errors.unavailable.title");
  return (
    <>
      <title>{title}</title>
      <LostPage
        title={title}
        text={message ?? t(`errors.${kind}.text`)}
        ways={
          <>
            <LinkButton href="">{t("errors.page.reload")}</LinkButton>{" "}
            <a href={pageIn(language, "home")}>{t("errors.page.home")}</a>
          </>
        }
      />
    </>
  );
}
