import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from "react";
import type { Language } from "../../petition/language.ts";
import { call } from "../call.ts";
import { readStored, store } from "../storage.ts";

const STORED_CHOICE = "language";

interface LanguageSwitch {
  switching: boolean;
  switchTo(language: Language): void;
}

const SwitchContext = createContext<LanguageSwitch>({ switching: false, switchTo: () => {} });

export function useLanguageSwitch(): LanguageSwitch {
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
      const answer = await call("POST", "/api/language/switch", { lang: language, redirectTo: here });
      location.assign((answer as { redirectTo: string }).redirectTo);
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
