import { useCallback, useEffect, useState } from "react";
import type { SiteFacts } from "../../contract/site-facts.ts";
import { call } from "../call.ts";
import { hideToken, onceVisible } from "../token-page/token-in-address.ts";
import { useLanguage } from "../translation.tsx";
import { type ConfirmationView, viewOf } from "./confirmation-view.ts";

/** Milliseconds for which "Bestätigung läuft..." can be read at least. */
const VERIFYING_SHOWN = 400;

/**
 * `given`: what came of the button without the page's script. By link the page confirms by itself, once somebody can see it.
 * `isKept`: whether this tab has confirmed by that link, or by the latest where there is none.
 */
export function useConfirmation(
  token: string | null,
  confirmBy: SiteFacts["confirmBy"],
  given: ConfirmationView | null,
  isKept: (token: string | null) => boolean,
): { view: ConfirmationView; confirm(): void } {
  const language = useLanguage();
  const [view, setView] = useState<ConfirmationView>(given ?? { outcome: token === null ? "no-token" : "asking" });

  const confirmWith = useCallback(
    async (one: string) => {
      setView({ outcome: "verifying" });
      setView(await confirmOnce(one, language));
    },
    [language],
  );

  const isAnswered = given !== null;
  const isSecondPress = given?.outcome === "already_confirmed";
  useEffect(() => {
    if (token !== null) hideToken();
    if ((token === null || isSecondPress) && isKept(token))
      return setView({ outcome: "confirmed", message: null, personalLink: null, signedAs: null });
    if (token === null || isAnswered) return;
    if (confirmBy === "link") return onceVisible(() => void confirmWith(token));
    setView({ outcome: "asking" });
  }, [token, confirmBy, isAnswered, isSecondPress, isKept, confirmWith]);

  return { view, confirm: () => void (token && confirmWith(token)) };
}

/** A call under way is not repeated: React may run an effect twice, a person may press twice. */
const underWay = new Map<string, Promise<ConfirmationView>>();

function confirmOnce(token: string, language: string): Promise<ConfirmationView> {
  const running = underWay.get(token);
  if (running) return running;
  const started = Promise.all([askToConfirm(token, language), pause(VERIFYING_SHOWN)]).then(([view]) => view);
  underWay.set(token, started);
  // Whatever came of it is kept, except what one may try again.
  void started.then(({ outcome }) => (outcome === "failed" || outcome === "unanswered") && underWay.delete(token));
  return started;
}

async function askToConfirm(token: string, language: string): Promise<ConfirmationView> {
  const asked = call("GET", `/api/petition/confirm/${encodeURIComponent(token)}?lang=${language}`);
  return viewOf(await asked.catch((failure: unknown) => failure));
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
