import { Fragment, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
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
    <details className="why" id={ID} ref={panel} data-unasked="" onToggle={(event) => toggled(event.currentTarget.open)}>
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
          <li>{t("home.why.handover.quorum")}</li>
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

/** As in the style sheet, which opens the panel from the start if there is room beside the form. */
const HAS_ROOM = "(min-width: 64rem)";

/** Opens and closes as the address says. If it begins open because there is room, the address stays and no event is counted. */
function useMirror(panel: RefObject<HTMLDetailsElement | null>): (open: boolean) => void {
  const isUnasked = useRef(false);

  useLayoutEffect(() => {
    const details = panel.current;
    if (!details?.hasAttribute("data-unasked")) return;
    // Otherwise it would open visibly while somebody reads.
    const mayOpen = CSS.supports("selector(::details-content)");
    isUnasked.current = !details.open && location.hash !== `#${ID}` && matchMedia(HAS_ROOM).matches && mayOpen;
    if (isUnasked.current) details.open = true;
    details.removeAttribute("data-unasked");
  }, [panel]);

  useEffect(() => {
    const look = () => {
      if (!panel.current) return;
      if (location.hash === `#${ID}`) panel.current.open = true;
      else if (location.hash === "" && !isUnasked.current) panel.current.open = false;
    };
    // Somebody may have opened it before hydration.
    if (panel.current?.open && !isUnasked.current) setHash(true);
    look();
    window.addEventListener("hashchange", look);
    return () => window.removeEventListener("hashchange", look);
  }, [panel]);

  return (open) => {
    if (open && isUnasked.current) return;
    isUnasked.current = false;
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
