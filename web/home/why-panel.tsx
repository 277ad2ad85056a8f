import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { articlePathIn } from "../../petition/addresses.ts";
import { PLACEHOLDER, petitionConfig } from "../../petition.config.ts";
import { track } from "../analytics/track.ts";
import { Link } from "../design/link.tsx";
import { useFormat, useLanguage, useTranslations } from "../translation.tsx";

const ID = "why-panel";

export function WhyPanel() {
  const t = useTranslations();
  const language = useLanguage();
  const panel = useRef<HTMLDetailsElement>(null);
  useMirror(panel);
  return (
    <details className="why" id={ID} ref={panel} onToggle={(event) => toggled(event.currentTarget.open)}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button by itself */}
      <summary onClick={() => track("why_panel_click")}>
        <h2>{t("home.why.title")}</h2>
      </summary>
      <div>
        <h3>{t("home.why.cash.title")}</h3>
        <ul className="dash">
          <li>{t("home.why.cash.offline")}</li>
          <li>{t("home.why.cash.private")}</li>
          <li>{t("home.why.cash.overview")}</li>
        </ul>
        <h3>{t("home.why.risks.title")}</h3>
        <ul className="dash">
          <li>{t("home.why.risks.traces")}</li>
          <li>{t("home.why.risks.limit")}</li>
          <li>{t("home.why.risks.frozen")}</li>
        </ul>
        <h3>{t("home.why.demands.title")}</h3>
        <ol>
          <li>{t("home.why.demands.tender")}</li>
          <li>{t("home.why.demands.access")}</li>
          <li>{t("home.why.demands.noDigitalEuro")}</li>
        </ol>
        <h3>{t("home.why.handover.title")}</h3>
        <ul className="dash">
          <Handover />
          <li>{t("home.why.handover.quorum")}</li>
        </ul>
        <p className="more">
          <Link to={articlePathIn(language)}>{t("home.why.article")}</Link>
        </p>
      </div>
    </details>
  );
}

function Handover() {
  const t = useTranslations();
  const format = useFormat();
  const language = useLanguage();
  const { recipient, date } = petitionConfig.handover;
  const to = recipient[language];
  const day = isOpen(date) ? "" : format.dateTime(date, { dateStyle: "long" });
  return (
    <>
      <li>{isOpen(to) ? t("home.why.handover.recipientOpen") : t("home.why.handover.recipient", { recipient: to })}</li>
      <li>{isOpen(date) ? t("home.why.handover.dateOpen") : t("home.why.handover.date", { date: day })}</li>
    </>
  );
}

function isOpen(setting: string): boolean {
  return setting.includes(PLACEHOLDER);
}

function useMirror(panel: RefObject<HTMLDetailsElement | null>): void {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation, by the router or by the browser, is a reason to look
  useEffect(() => {
    const look = () => {
      if (!panel.current) return;
      if (location.hash === `#${ID}`) panel.current.open = true;
      else if (location.hash === "") panel.current.open = false;
    };
    // Somebody may have opened it before the page lived.
    if (panel.current?.open) setHash(true);
    look();
    window.addEventListener("hashchange", look);
    return () => window.removeEventListener("hashchange", look);
  }, [key]);
}

function toggled(open: boolean): void {
  setHash(open);
  if (open) track("why_panel_open");
}

/** Replaces the address without scrolling and without a step in the history; the router's own state is kept. */
function setHash(open: boolean): void {
  const { hash, pathname, search } = location;
  if (open === (hash === `#${ID}`)) return;
  history.replaceState(history.state, "", pathname + search + (open ? `#${ID}` : ""));
}
