import { Fragment, type RefObject, useEffect, useRef } from "react";
import { articlePathIn, HAS_ARTICLE } from "../../petition/addresses.ts";
import { track } from "../analytics/track.ts";
import { useLanguage, useTranslations } from "../translation.tsx";
import { Handover } from "./handover.tsx";
import type { HomeTexts } from "./home-texts.server.ts";
import { DemandList } from "./stage.tsx";

const ID = "why-panel";

export function WhyPanel({ why }: { why: HomeTexts["why"] }) {
  const t = useTranslations();
  const language = useLanguage();
  const panel = useRef<HTMLDetailsElement>(null);
  const toggled = useMirror(panel);
  return (
    <details className="why" id={ID} ref={panel} onToggle={(event) => toggled(event.currentTarget.open)}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button by itself */}
      <summary onClick={() => track("why_panel_click")}>
        <h2>{t("home.why.title")}</h2>
      </summary>
      <div>
        {why.map(({ title, reasons }) => (
          <Fragment key={title}>
            <h3>{title}</h3>
            <ul className="dash">
              {reasons.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          </Fragment>
        ))}
        <h3>{t("home.why.demands.title")}</h3>
        <DemandList />
        <h3>{t("home.why.handover.title")}</h3>
        <ul className="dash">
          <Handover />
        </ul>
        {HAS_ARTICLE && (
          <p className="more">
            <a href={articlePathIn(language)}>{t("home.why.article")}</a>
          </p>
        )}
      </div>
    </details>
  );
}

/** Opens and closes as the address says, and writes into it what somebody opens or closes. */
function useMirror(panel: RefObject<HTMLDetailsElement | null>): (open: boolean) => void {
  useEffect(() => {
    const look = () => {
      if (!panel.current) return;
      if (location.hash === `#${ID}`) panel.current.open = true;
      else if (location.hash === "") panel.current.open = false;
    };
    // Somebody may have opened it before hydration.
    if (panel.current?.open) setHash(true);
    look();
    window.addEventListener("hashchange", look);
    return () => window.removeEventListener("hashchange", look);
  }, [panel]);

  return (open) => {
    setHash(open);
    if (open) track("why_panel_open");
  };
}

/** Replaces the address without scrolling and without a step in the history, whose state is kept. */
function setHash(open: boolean): void {
  const { hash, pathname, search } = location;
  if (open === (hash === `#${ID}`)) return;
  history.replaceState(history.state, "", pathname + search + (open ? `#${ID}` : ""));
}
