import { pathIn } from "../../petition/language.ts";
import { LinkButton } from "../design/button.tsx";
import { useLanguage, useSay } from "../say.tsx";
import { MAIN } from "./use-focus-on-new-page.ts";

/** A plain apology where something of ours broke. Its links load anew: what runs in the browser may be what is broken. */
export function FailurePage() {
  const say = useSay();
  const language = useLanguage();
  return (
    <main id={MAIN} className="lost">
      <title>{say("errors.page.title")}</title>
      <span className="lost-seal iris" aria-hidden="true" />
      <div className="wrap">
        <h1>{say("errors.page.title")}</h1>
        <p>{say("errors.page.text")}</p>
        <div className="act">
          <LinkButton href="">{say("errors.page.reload")}</LinkButton>
          <a href={pathIn(language, "/")}>{say("errors.page.home")}</a>
        </div>
      </div>
    </main>
  );
}
