/**
 * What the entry of the history remembers of a confirmation, so that loading the page again or coming back shows the same
 * sheet: the sentence and the link to one's own page, as that page keeps it. No name, no address.
 */
const KEPT_AS = "confirmed";

export interface KeptOutcome {
  message: string | null;
  personalLink: string;
}

export function keepOutcome({ message, personalLink }: KeptOutcome): void {
  history.replaceState({ ...(history.state as object | null), [KEPT_AS]: { message, personalLink } }, "");
}

export function keptOutcome(): KeptOutcome | null {
  const state = history.state as Record<string, KeptOutcome | undefined> | null;
  return state?.[KEPT_AS] ?? null;
}

export function forgetOutcome(): void {
  const { [KEPT_AS]: _gone, ...rest } = (history.state ?? {}) as Record<string, unknown>;
  history.replaceState(rest, "");
}
