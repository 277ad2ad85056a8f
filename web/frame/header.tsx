import { useCallback, useEffect, useState } from "react";
import { pageIn } from "../../petition/addresses.ts";
import { useModal } from "../design/dialog.tsx";
import { Icon } from "../design/icon.tsx";
import { LanguageChoice, LanguageMenu } from "../language/language-switch.tsx";
import { useFacts } from "../runtime/page-state.tsx";
import { useLanguage, useTranslations } from "../translation.tsx";
import { FALLBACK_PLACES } from "./footer.tsx";
import { Mark } from "./mark.tsx";
import { Places } from "./places.tsx";
import { useHydrated } from "./use-hydrated.ts";

export function Header() {
  const t = useTranslations();
  return (
    <header className="top">
      <div className="wrap">
        <Mark />
        <nav className="nav" aria-label={t("frame.nav.label")}>
          <Places />
        </nav>
        <LanguageMenu />
        <SlideInMenu />
      </div>
    </header>
  );
}

/** Until a script runs, its button is a link to the list of all pages at the foot. */
function SlideInMenu() {
  const t = useTranslations();
  const hydrated = useHydrated();
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const { dialog, closing } = useModal(open, close);
  useClosingOnWideWindows(close);
  const face = (
    <>
      <Icon name="menu" /> {t("frame.menu.open")}
    </>
  );
  if (!hydrated)
    return (
      <a className="lang menu-button" href={`#${FALLBACK_PLACES}`}>
        {face}
      </a>
    );
  return (
    <>
      <button
        type="button"
        className="lang menu-button"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        {face}
      </button>
      <dialog className="slide" ref={dialog} aria-label={t("frame.menu.label")} {...closing}>
        <div className="bar">
          <b>{t("frame.menu.open")}</b>
          <button type="button" className="btn-quiet" onClick={close}>
            {t("frame.menu.close")}
          </button>
        </div>
        <nav aria-label={t("frame.nav.label")}>
          <Places onFollow={close} />
          <SignEntry onFollow={close} />
        </nav>
        <h2>{t("language.other")}</h2>
        <LanguageChoice className="menu" />
      </dialog>
    </>
  );
}

function SignEntry({ onFollow }: { onFollow: () => void }) {
  const t = useTranslations();
  const language = useLanguage();
  if (!useFacts().isCollecting) return null;
  return (
    <a className="sign" href={`${pageIn(language, "home")}#sign`} onClick={onFollow}>
      {t("home.hero.sign")}
    </a>
  );
}

/** A turned tablet shows the row of links again: an open menu would lock the page behind it. */
function useClosingOnWideWindows(close: () => void): void {
  useEffect(() => {
    const wide = matchMedia("(min-width: 48rem)");
    wide.addEventListener("change", close);
    return () => wide.removeEventListener("change", close);
  }, [close]);
}
