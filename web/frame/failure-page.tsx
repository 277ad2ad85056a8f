import { pageIn } from "../../petition/addresses.ts";
import { gotNoAnswer } from "../call.ts";
import { LinkButton } from "../design/button.tsx";
import { useBrokenBy } from "../runtime/breakage.tsx";
import { useLanguage, useTranslations } from "../translation.tsx";
import { LostPage } from "./lost-page.tsx";
import { useHydrated } from "./use-hydrated.ts";

/**
 * A plain apology where something of ours broke, or the network is gone. Its links load anew: what runs in the browser may be what is broken.
 * `message`: by the server, of a page that it will have again soon.
 */
export function FailurePage({ message }: { message?: string | undefined }) {
  const t = useTranslations();
  const language = useLanguage();
  const kind = useIsOffline() ? "offline" : "page";
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

function useIsOffline(): boolean {
  const error = useBrokenBy();
  return useHydrated() && (!navigator.onLine || gotNoAnswer(error));
}
