import { useCallback, useEffect, useState } from "react";
import { type Ask, isLockedOut } from "./ask.ts";

export interface Asked<Answer> {
  answer: Answer | null;
  failed: boolean;
  /** Asks again; the answer at hand stays until the new one has come. */
  refresh(): void;
}

/** One answer of the administration, asked for when it is first shown. `onLockedOut` must stay the same function. */
export function useAnswer<Answer>(ask: Ask, path: string, onLockedOut: () => void): Asked<Answer> {
  const [turn, setTurn] = useState(0);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [failed, setFailed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn asks the same question again
  useEffect(() => {
    const over = new AbortController();
    ask<Answer>("GET", path, { signal: over.signal }).then(
      (given) => {
        setAnswer(given);
        setFailed(false);
      },
      (failure) => {
        if (over.signal.aborted) return;
        if (isLockedOut(failure)) onLockedOut();
        else setFailed(true);
      },
    );
    return () => over.abort();
  }, [ask, path, onLockedOut, turn]);
  return { answer, failed, refresh: useCallback(() => setTurn((now) => now + 1), []) };
}
