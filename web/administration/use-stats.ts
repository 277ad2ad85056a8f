import { useCallback, useEffect, useRef, useState } from "react";
import type { AdminStats } from "../../contract/administration.ts";
import { type Running, startPolling } from "../polling.ts";
import { type Ask, isLockedOut } from "./ask.ts";

/** Milliseconds (specification, section 9). */
export const STATS_EVERY = 30_000;

export interface Looked {
  stats: AdminStats;
  /** When they were true. */
  at: Date;
  failed: boolean;
}

/** The figures, asked for every half minute; the second value asks at once. `onLockedOut` must stay the same function. */
export function useStats(ask: Ask, given: AdminStats, onLockedOut: () => void): [Looked, () => void] {
  const [looked, setLooked] = useState<Looked>(() => ({ stats: given, at: new Date(), failed: false }));
  const running = useRef<Running>(null);
  useEffect(() => {
    const polling = startPolling<AdminStats>({
      ask: async (signal) => {
        try {
          return await ask<AdminStats>("GET", "stats", signal);
        } catch (failure) {
          if (isLockedOut(failure) && !signal.aborted) onLockedOut();
          throw failure;
        }
      },
      every: STATS_EVERY,
      page: document,
      onAnswer: (stats) => setLooked({ stats, at: new Date(), failed: false }),
      onFailure: () => setLooked((before) => ({ ...before, failed: true })),
    });
    running.current = polling;
    return () => polling.stop();
  }, [ask, onLockedOut]);
  const askNow = useCallback(() => running.current?.askNow(), []);
  return [looked, askNow];
}
