import { useEffect } from "react";

const DARK = "(prefers-color-scheme: dark)";
const ALWAYS = "(min-width: 0)";

/** `?scheme=dark` in the address: a frame has no scheme of its own, so that its style sheets are read as if it had. */
export function useScheme(): void {
  useEffect(() => {
    if (new URLSearchParams(location.search).get("scheme") !== "dark") return;
    const real = window.matchMedia.bind(window);
    window.matchMedia = (query) => real(query === DARK ? ALWAYS : query);
    const darken = () => [...document.styleSheets].forEach(readInTheDark);
    darken();
    // A style that was changed is another sheet.
    const watching = new MutationObserver(darken);
    watching.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      watching.disconnect();
      window.matchMedia = real;
    };
  }, []);
}

function readInTheDark(sheet: CSSStyleSheet | CSSGroupingRule | CSSImportRule): void {
  const rules = sheet instanceof CSSImportRule ? sheet.styleSheet?.cssRules : sheet.cssRules;
  for (const rule of rules ?? []) {
    if (rule instanceof CSSMediaRule) rule.media.mediaText = rule.media.mediaText.replace(DARK, ALWAYS);
    if (rule instanceof CSSGroupingRule || rule instanceof CSSImportRule) readInTheDark(rule);
  }
}
