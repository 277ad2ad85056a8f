import { useCallback, useEffect, useState } from "react";
import type { LinkFollowed, SignedAs } from "../../contract/confirmation.ts";
import type { SiteFacts } from "../../contract/site-facts.ts";
import { ownPath } from "../../petition/addresses.ts";
import { answerIn, CallFailed, call, sentenceOf } from "../call.ts";
import { hideToken, onceVisible } from "../token-page/token-page.ts";
import { useLanguage } from "../translation.tsx";

/** `given`: what came of the button without the script. `isKept`: whether this tab has confirmed by that link, or by any if null. */
export function useConfirmation(
  token: string | null,
  confirmBy: SiteFacts["confirmBy"],
  given: ConfirmationView | null,
  isKept: (token: string | null) => boolean,
) {
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
  // "Bestätigung läuft..." can be read for 400 milliseconds at least.
  const shown = new Promise((resolve) => setTimeout(resolve, 400));
  const started = Promise.all([askToConfirm(token, language), shown]).then(([view]) => view);
  underWay.set(token, started);
  void started.then(({ outcome }) => (outcome === "failed" || outcome === "unanswered") && underWay.delete(token));
  return started;
}

async function askToConfirm(token: string, language: string): Promise<ConfirmationView> {
  const asked = call("GET", `/api/petition/confirm/${encodeURIComponent(token)}?lang=${language}`);
  return viewOf(await asked.catch((failure: unknown) => failure));
}

export type ConfirmationView =
  | { outcome: "no-token" }
  | { outcome: "asking" }
  | { outcome: "verifying" }
  | { outcome: "confirmed"; message: string | null; personalLink: string | null; signedAs: SignedAs | null }
  | { outcome: "already_confirmed" | "unknown"; message: string | null }
  | { outcome: "expired"; message: string | null; hint: string | null }
  /** No usable answer arrived. Null where there is no sentence of the server to show. */
  | { outcome: "failed"; message: string | null }
  /** The database is away or too slow; perhaps it is done. */
  | { outcome: "unanswered"; message: string | null }
  | { outcome: "unexpected" };

/** `result`: what confirming answered, in the process or over HTTP, or what the call threw. */
export function viewOf(result: unknown): ConfirmationView {
  const { hint, personalLink, signedAs } = answerIn(result);
  const message = sentenceOf(result);
  const outcome = outcomeOf(result);
  switch (outcome) {
    case "confirmed":
      return { outcome, message, personalLink: ownPath(personalLink), signedAs: isSignedAs(signedAs) ? signedAs : null };
    case "expired":
      return { outcome, message, hint: typeof hint === "string" ? hint : null };
    case "unexpected":
      return { outcome };
    default:
      return { outcome, message };
  }
}

function isSignedAs(given: unknown): given is SignedAs {
  return typeof given === "object" && given !== null && "fullName" in given && typeof given.fullName === "string";
}

const NAMES: readonly unknown[] = ["confirmed", "already_confirmed", "expired", "unknown"] satisfies LinkFollowed["outcome"][];

/** By its name; an answer that has none by `success`, by `error`, or as a 404 that says something (specification, "Confirmation"). */
function outcomeOf(result: unknown): LinkFollowed["outcome"] | "failed" | "unanswered" | "unexpected" {
  const { outcome, error, success } = answerIn(result);
  const name = outcome ?? error ?? (success === true ? "confirmed" : undefined);
  if (NAMES.includes(name)) return name as LinkFollowed["outcome"];
  if (name === "unavailable") return "unanswered";
  if (name !== undefined || !(result instanceof Error)) return "unexpected";
  return result instanceof CallFailed && result.status === 404 && sentenceOf(result) !== null ? "unknown" : "failed";
}
