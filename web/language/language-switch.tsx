import {
  createContext,
  type FormEvent,
  Fragment,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { LANGUAGE_FORM } from "../../petition/addresses.ts";
import { isLanguage, LANGUAGES, type Language, ownNameOf } from "../../petition/language.ts";
import { call } from "../call.ts";
import { Icon } from "../design/icon.tsx";
import { usePageState } from "../runtime/page-state.tsx";
import { readStored, store } from "../storage.ts";
import { useLanguage, useTranslations } from "../translation.tsx";

const STORED_CHOICE = "language";

const SwitchContext = createContext({ switching: false, switchTo: async (_language: Language) => {} });

export function useLanguageSwitch() {
  return use(SwitchContext);
}

export function LanguageSwitchProvider({ children }: { children: ReactNode }) {
  const [switching, setSwitching] = useState(false);
  const switchTo = useCallback(async (language: Language) => {
    setSwitching(true);
    try {
      // Where storage is forbidden, the server's cookie carries the choice all the same.
      store("localStorage", STORED_CHOICE, language);
      const here = location.pathname + location.search + location.hash;
      const said = { lang: language, redirectTo: here };
      const { redirectTo } = await call<{ redirectTo: string }>("POST", "/api/language/switch", said);
      location.assign(redirectTo);
    } catch (error) {
      console.error(error);
      setSwitching(false);
    }
  }, []);
  useEffect(() => {
    // A page that comes back from the back-forward cache would still be waiting for its switch.
    const restored = (event: PageTransitionEvent) => event.persisted && setSwitching(false);
    addEventListener("pageshow", restored);
    return () => removeEventListener("pageshow", restored);
  }, []);
  const value = useMemo(() => ({ switching, switchTo }), [switching, switchTo]);
  return <SwitchContext value={value}>{children}</SwitchContext>;
}

export function storedChoice(): string | null {
  return readStored("localStorage", STORED_CHOICE);
}

export function LanguageChoice({ className }: { className: string }) {
  const t = useTranslations();
  const current = useLanguage();
  const { pathname, search } = usePageState().address;
  const { switching, switchTo } = useLanguageSwitch();
  const chosen = (event: FormEvent<HTMLFormElement>) => {
    const button = (event.nativeEvent as SubmitEvent).submitter;
    if (!(button instanceof HTMLButtonElement) || !isLanguage(button.value)) return;
    event.preventDefault();
    void switchTo(button.value);
  };
  return (
    <form className={className} method="post" action={LANGUAGE_FORM} onSubmit={chosen} aria-label={t("language.other")}>
      {/* A page for everybody is rendered without its query, which only the browser knows. */}
      <input type="hidden" name="redirectTo" value={pathname + search} suppressHydrationWarning />
      {LANGUAGES.map((language) => (
        <Fragment key={language}>
          <button
            type="submit"
            name="lang"
            value={language}
            lang={language}
            disabled={switching}
            aria-current={language === current ? "true" : undefined}
          >
            {ownNameOf(language)}
            {language === current && <Icon name="tick" />}
          </button>{" "}
        </Fragment>
      ))}
    </form>
  );
}

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
    const left = (event: Event) => {
      if (details.current?.open && !details.current.contains(event.target as Node)) details.current.open = false;
    };
    const escaped = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !details.current?.open) return;
      details.current.open = false;
      details.current.querySelector("summary")?.focus();
    };
    for (const kind of ["click", "focusin"]) document.addEventListener(kind, left);
    document.addEventListener("keydown", escaped);
    return () => {
      for (const kind of ["click", "focusin"]) document.removeEventListener(kind, left);
      document.removeEventListener("keydown", escaped);
    };
  }, [details]);
}
