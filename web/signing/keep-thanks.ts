/** The address at which a reloaded page thanks again, by the cookie of the receipt. No step in the history. */
export function keepThanks(kept: boolean): void {
  history.replaceState(history.state, "", `${location.pathname}${kept ? "?signed=1" : ""}#sign`);
}
