/** The address at which the page thanks by the cookie that came with signing: loaded again, it still says what is left. No step in the history. */
export function keepThanks(kept: boolean): void {
  history.replaceState(history.state, "", `${location.pathname}${kept ? "?signed=1" : ""}#sign`);
}
