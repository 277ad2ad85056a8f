/** A token leaves the address bar as soon as the page's script runs: it is nobody's business in a history or a screenshot. */

const KEPT_AS = "confirmation";

/** The entry of the history remembers it, so that loading the page again still finds it: answers the one given, else the remembered one. */
export function hideToken(token: string | null): string | null {
  const state: unknown = history.state;
  const remembered = typeof state === "object" && state !== null && KEPT_AS in state ? state[KEPT_AS] : null;
  const known = token ?? (typeof remembered === "string" ? remembered : null);
  if (token !== null) history.replaceState({ ...(state as object | null), [KEPT_AS]: token }, "", location.pathname);
  return known;
}

/** The same for a page that the server has rendered for `token`: loaded again without it, it opens once more with the remembered one. */
export function keepTokenHidden(token: string): void {
  const known = hideToken(token || null);
  if (token === "" && known) openAgain(known);
}

export function openAgain(token: string): void {
  location.replace(`${location.pathname}?token=${encodeURIComponent(token)}`);
}

/** Calls back once, as soon as somebody can see the page. Returns how to call it off. */
export function onceVisible(then: () => void): () => void {
  if (document.visibilityState === "visible") {
    then();
    return () => {};
  }
  const look = () => {
    if (document.visibilityState !== "visible") return;
    document.removeEventListener("visibilitychange", look);
    then();
  };
  document.addEventListener("visibilitychange", look);
  return () => document.removeEventListener("visibilitychange", look);
}
