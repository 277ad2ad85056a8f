import "./trusted-types.ts";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { DEFAULT_LANGUAGE, isLanguage } from "../petition/language.ts";
import { loadLanguage } from "./catalogues.ts";

const { lang } = document.documentElement;
// The very words of the served page, or the first render in the browser would differ from it.
await loadLanguage(isLanguage(lang) ? lang : DEFAULT_LANGUAGE);
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
