import { useEffect, useState } from "react";
import { splitPath, translatePath } from "../../petition/addresses.ts";
import { DEFAULT_LANGUAGE, directionOf, isLanguage, type Language } from "../../petition/language.ts";
import { call } from "../call.ts";
import { loadLanguage } from "../catalogues.ts";
import { readStored, store } from "../storage.ts";
import { translatorFor, useLanguage, useTranslations } from "../translation.tsx";
import { storedChoice, useLanguageSwitch } from "./language-switch.tsx";

const DISMISSED = "language-suggestion-dismissed";

export function LanguageSuggestion() {
  const t = useTranslations();
  const current = useLanguage();
  const { switching, switchTo } = useLanguageSwitch();
  const [suggested, setSuggested] = useState<Language | null>(null);
  useEffect(() => {
    let gone = false;
    findSuggestion(current)
      .then((language) => !gone && setSuggested(language))
      .catch((error) => console.error(error));
    return () => {
      gone = true;
    };
  }, [current]);
  if (suggested === null) return null;
  const dismiss = () => {
    store("sessionStorage", DISMISSED, "true");
    setSuggested(null);
  };
  const theirs = translatorFor(suggested);
  return (
    <aside className="suggest" aria-label={t("language.suggestion.label")}>
      <div className="wrap">
        <span lang={suggested} dir={directionOf(suggested)}>
          {theirs("language.suggestion.text")}
        </span>
        <button type="button" className="btn-quiet" lang={suggested} disabled={switching} onClick={() => switchTo(suggested)}>
          {theirs("language.suggestion.accept")}
        </button>
        <button type="button" className="btn-quiet" disabled={switching} onClick={dismiss}>
          {t("language.suggestion.stay")}
        </button>
      </div>
    </aside>
  );
}

type Preference = { detectedLanguage: string | null; hasCookie: boolean };

/** Null where there is nothing to suggest. An earlier choice that only this browser knows is followed instead. */
async function findSuggestion(current: Language): Promise<Language | null> {
  const { prefix } = splitPath(location.pathname);
  const stored = storedChoice();
  const mayFollow = prefix === null && isLanguage(stored) && stored !== DEFAULT_LANGUAGE;
  const isDismissed = readStored("sessionStorage", DISMISSED) !== null;
  if (isDismissed && !mayFollow) return null;
  const { detectedLanguage, hasCookie } = await call<Preference>("GET", "/api/language/preference");
  if (hasCookie) return null;
  if (mayFollow) {
    location.replace(translatePath(location.pathname + location.search + location.hash, stored));
    return null;
  }
  if (isDismissed || !isLanguage(detectedLanguage) || detectedLanguage === current) return null;
  await loadLanguage(detectedLanguage);
  return detectedLanguage;
}
