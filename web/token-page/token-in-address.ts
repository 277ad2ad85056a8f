/** A token leaves the address bar as soon as the page's script runs: it is nobody's business in a history or a screenshot. */

const KEPT_AS = "confirmation";

/**
 * Takes `token` out of the address; the entry of the history remembers it, so that loading the page again still finds
 * it. Returns the token of the page: the one given, else the remembered one, else null.
 */
export function hideToken(token: string | null): string | null {
  const state: unknown = history.state;
  const remembered = typeof state === "object" && state !== null && KEPT_AS in state ? state[KEPT_AS] : null;
  const known = token ?? (typeof remembered === "string" ? remembered : null);
  if (token !== null) history.replaceState({ ...(state as object | null), [KEPT_AS]: token }, "", location.pathname);
  return known;
}

/**
 * The same for a page that the server has rendered for `token`, "" where the address held none: loaded again without it, the
 * page opens once more with the one that the history remembers.
 */
export function keepTokenHidden(token: string): void {
  const known = hideToken(token || null);
  if (token === "" && known) location.replace(`${location.pathname}?token=${encodeURIComponent(known)}`);
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
