import { useCallback, useEffect, useState } from "react";
import type { AuditFilter, AuditPage } from "../../../contract/administration/audit.ts";
import { type Ask, isLockedOut, reasonOf } from "../ask.ts";

/** Milliseconds after the last key stroke until the server is asked. */
const TYPING = 250;

export const NO_FILTER: AuditFilter = { who: null, action: null, day: "", about: "" };

export interface AuditShown {
  /** The last page that came; null before the first. */
  shown: { answer: AuditPage; page: number } | null;
  filter: AuditFilter;
  state: "loading" | "fresh" | "failed";
  /** Why it failed. */
  reason: string | null;
  /** Another filter begins at the first page. */
  setFilter(filter: AuditFilter): void;
  older(): void;
  newer(): void;
  /** Back to the first page, asked for again. */
  refresh(): void;
}

interface Wanted {
  filter: AuditFilter;
  /** Where each page begins that has been turned over, the newest first; the last is the one to show. */
  places: (string | null)[];
  typed: boolean;
}

const START: Wanted["places"] = [null];

/** `onLockedOut` must stay the same function. `failed`: what is said where the server gives no reason. */
export function useAudit(ask: Ask, failed: string, onLockedOut: () => void): AuditShown {
  const [wanted, setWanted] = useState<Wanted>({ filter: NO_FILTER, places: START, typed: false });
  const [shown, setShown] = useState<AuditShown["shown"]>(null);
  const [state, setState] = useState<AuditShown["state"]>("loading");
  const [reason, setReason] = useState<string | null>(null);

  useEffect(() => {
    const over = new AbortController();
    setState("loading");
    const timer = setTimeout(load, wanted.typed ? TYPING : 0);
    async function load(): Promise<void> {
      try {
        const answer = await ask<AuditPage>("GET", `audit?${queryOf(wanted)}`, { signal: over.signal });
        setShown({ answer, page: wanted.places.length });
        setState("fresh");
      } catch (failure) {
        if (over.signal.aborted) return;
        if (isLockedOut(failure)) return onLockedOut();
        setReason(reasonOf(failure, failed));
        setState("failed");
      }
    }
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  }, [ask, wanted, failed, onLockedOut]);

  // From what is in sight: a page that failed to come, or a second press, skips nothing.
  const page = shown?.page ?? 1;
  const next = shown?.answer.next ?? null;
  const showPlaces = useCallback(
    (placesFrom: (places: Wanted["places"]) => Wanted["places"]) =>
      setWanted((now) => ({ ...now, places: placesFrom(now.places), typed: false })),
    [],
  );
  return {
    shown,
    filter: wanted.filter,
    state,
    reason,
    setFilter: useCallback((filter) => setWanted({ filter, places: START, typed: true }), []),
    older: () => showPlaces((places) => [...places.slice(0, page), next]),
    newer: () => showPlaces((places) => places.slice(0, Math.max(1, page - 1))),
    refresh: () => showPlaces(() => START),
  };
}

function queryOf({ filter, places }: Wanted): string {
  const { who, action, day, about } = filter;
  const asked = { who, action, day, about: about.trim(), before: places.at(-1) };
  return new URLSearchParams(Object.entries(asked).flatMap(([name, value]) => (value ? [[name, value]] : []))).toString();
}
