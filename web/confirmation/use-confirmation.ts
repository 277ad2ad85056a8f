import { useCallback, useEffect, useState } from "react";
import type { SiteFacts } from "../../contract/site-facts.ts";
import { call } from "../call.ts";
import { hideToken, onceVisible, openAgain } from "../token-page/token-in-address.ts";
import { useLanguage } from "../translation.tsx";
import { type ConfirmationView, viewOf } from "./confirmation-view.ts";
import { forgetOutcome, keepOutcome, keptOutcome } from "./kept-outcome.ts";

/** Milliseconds for which "Bestätigung läuft..." can be read at least. */
const VERIFYING_SHOWN = 400;

/**
 * `given`: what came of the button without the page's script. By link the page confirms by itself, once somebody can see it.
 * `forget`: what was confirmed has been erased meanwhile, and the link is asked again.
 */
export function useConfirmation(
  token: string | null,
  confirmBy: SiteFacts["confirmBy"],
  given: ConfirmationView | null,
): { view: ConfirmationView; token: string | null; confirm(): void; forget(): void } {
  const language = useLanguage();
  const [known, setKnown] = useState(token);
  const [view, setView] = useState<ConfirmationView>(given ?? { outcome: token === null ? "no-token" : "asking" });

  const confirmWith = useCallback(
    async (one: string) => {
      setView({ outcome: "verifying" });
      setView(await confirmOnce(one, language));
    },
    [language],
  );

  useEffect(() => {
    const { personalLink, message } = view.outcome === "confirmed" ? view : { personalLink: null, message: null };
    if (personalLink) keepOutcome({ message, personalLink });
  }, [view]);

  const isAnswered = given !== null;
  const isSecondPress = given?.outcome === "already_confirmed";
  useEffect(() => {
    const found = hideToken(token);
    setKnown(found);
    const kept = keptOutcome();
    if (kept && (token === null || isSecondPress)) return setView({ outcome: "confirmed", ...kept, signedAs: null });
    if (found === null || isAnswered) return;
    // Loaded again without the token in its address: once more with it, so that the name stands in the page.
    if (token === null) return openAgain(found);
    if (confirmBy === "link") return onceVisible(() => void confirmWith(found));
    setView({ outcome: "asking" });
  }, [token, confirmBy, isAnswered, isSecondPress, confirmWith]);

  const forget = () => {
    forgetOutcome();
    if (known) openAgain(known);
  };
  return { view, token: known, confirm: () => void (known && confirmWith(known)), forget };
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
