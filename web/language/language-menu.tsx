import { useEffect, useRef } from "react";
import { ownNameOf } from "../../petition/language.ts";
import { Icon } from "../design/icon.tsx";
import { useLanguage, useTranslations } from "../translation.tsx";
import { LanguageChoice } from "./language-choice.tsx";
import { useLanguageSwitch } from "./language-switch.tsx";

export function LanguageMenu() {
  const t = useTranslations();
  const language = useLanguage();
  const { switching } = useLanguageSwitch();
  const details = useRef<HTMLDetailsElement>(null);
  useClosing(details);
  return (
    <details className="languages" ref={details}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is the button of its details, and no browser disables it */}
      <summary className="lang" aria-disabled={switching || undefined} onClick={(event) => switching && event.preventDefault()}>
        <span className="visually-hidden">{t("language.label")}: </span>
        {ownNameOf(language)} <Icon name="open" />
      </summary>
      <LanguageChoice className="menu" />
    </details>
  );
}

function useClosing(details: { current: HTMLDetailsElement | null }): void {
  useEffect(() => {
    const clicked = (event: MouseEvent) => {
      if (details.current?.open && !details.current.contains(event.target as Node)) details.current.open = false;
    };
    const escaped = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !details.current?.open) return;
      details.current.open = false;
      details.current.querySelector("summary")?.focus();
    };
    document.addEventListener("click", clicked);
    document.addEventListener("keydown", escaped);
    return () => {
      document.removeEventListener("click", clicked);
      document.removeEventListener("keydown", escaped);
    };
  }, [details]);
}
