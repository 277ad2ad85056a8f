import { useCallback, useEffect, useRef, useState } from "react";
import { type Running, startPolling } from "../polling.ts";
import { type Ask, isLockedOut } from "./ask.ts";

/** Milliseconds. */
export const POLL_EVERY = 30_000;

export interface Looked<Answer> {
  answer: Answer;
  /** When it was true. */
  at: Date;
  failed: boolean;
}

/**
 * An answer of the administration, asked for every half minute, and at once where none is given; the second value asks at once.
 * `onLockedOut` must stay the same function.
 */
export function usePolled<Answer>(
  ask: Ask,
  path: string,
  given: Answer,
  onLockedOut: () => void,
): [Looked<Answer>, () => void] {
  const [looked, setLooked] = useState<Looked<Answer>>(() => ({ answer: given, at: new Date(), failed: false }));
  const running = useRef<Running>(null);
  const isGiven = useRef(given !== null);
  useEffect(() => {
    const polling = startPolling<Answer>({
      ask: async (signal) => {
        try {
          return await ask<Answer>("GET", path, { signal });
        } catch (failure) {
          if (isLockedOut(failure) && !signal.aborted) onLockedOut();
          throw failure;
        }
      },
      every: POLL_EVERY,
      page: document,
      onAnswer: (answer) => setLooked({ answer, at: new Date(), failed: false }),
      onFailure: () => setLooked((before) => ({ ...before, failed: true })),
    });
    running.current = polling;
    if (!isGiven.current) polling.askNow();
    return () => polling.stop();
  }, [ask, path, onLockedOut]);
  const askNow = useCallback(() => running.current?.askNow(), []);
  return [looked, askNow];
}
