import { type ComponentType, StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { DEFAULT_LANGUAGE, isLanguage } from "../petition/language.ts";
import { loadLanguage } from "./catalogues.ts";
import { holdTyped, KeepTyped } from "./design/typed.ts";
import { type PageModule, type PagePayload, PageStateProvider } from "./runtime/page-state.tsx";

export async function hydrate(Root: ComponentType, payload: PagePayload, fetching: Promise<PageModule>): Promise<void> {
  const { lang } = document.documentElement;
  const { pathname, search } = location;
  const [page] = await Promise.all([
    fetching,
    // The same words as on the served page, or the first render in the browser would differ.
    loadLanguage(isLanguage(lang) ? lang : DEFAULT_LANGUAGE),
  ]);
  const typed = holdTyped();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <PageStateProvider state={{ ...payload, page, address: { pathname, search } }}>
          <KeepTyped typed={typed}>
            <Root />
          </KeepTyped>
        </PageStateProvider>
      </StrictMode>,
    );
  });
}
