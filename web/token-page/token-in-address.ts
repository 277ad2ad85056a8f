/**
 * A token leaves the address bar as soon as the page's script runs, and nothing else keeps it: it is nobody's business in a history or a
 * screenshot. Loaded again, the page needs the link of the e-mail once more.
 */
export function hideToken(): void {
  history.replaceState(history.state, "", location.pathname);
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
