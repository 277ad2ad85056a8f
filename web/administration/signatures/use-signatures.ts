import { useCallback, useEffect, useState } from "react";
import type { AdminSignatureList, SignatureFilter } from "../../../contract/administration/signatures.ts";
import { ADMIN_PAGE_SIZE } from "../../../petition/search.ts";
import { type Ask, isLockedOut, reasonOf } from "../ask.ts";

/** Milliseconds after the last key stroke until the server is asked. */
const TYPING = 250;
const FAILED = "Failed to fetch signatures";

interface SignaturesShown {
  list: AdminSignatureList | null;
  filter: SignatureFilter;
  page: number;
  pages: number;
  state: "loading" | "fresh" | "failed";
  /** Why it failed. */
  reason: string | null;
}

export interface SignaturesSteered extends SignaturesShown {
  /** Another filter begins at the first page. */
  setFilter(filter: SignatureFilter): void;
  setPage(page: number): void;
  refresh(): void;
}

export const ALL: SignatureFilter = { search: "", visibility: null, language: null, state: null, cluster: null };

/** `given`: the filter to begin with. `onLockedOut` must stay the same function. */
export function useSignatures(ask: Ask, given: SignatureFilter, onLockedOut: () => void): SignaturesSteered {
  const [wanted, setWanted] = useState({ filter: given, page: 1, typed: false, turn: 0 });
  const [list, setList] = useState<AdminSignatureList | null>(null);
  const [state, setState] = useState<SignaturesShown["state"]>("loading");
  const [reason, setReason] = useState<string | null>(null);
  const { filter, page } = wanted;

  useEffect(() => {
    const over = new AbortController();
    setState("loading");
    const timer = setTimeout(load, wanted.typed ? TYPING : 0);
    async function load(): Promise<void> {
      try {
        const found = await ask<AdminSignatureList>("GET", `signatures?${queryOf(wanted.filter, wanted.page)}`, {
          signal: over.signal,
        });
        const last = pagesOf(found.total);
        // The last one of the last page has gone.
        if (wanted.page > last) return setWanted((now) => ({ ...now, page: last, typed: false }));
        setList(found);
        setState("fresh");
      } catch (failure) {
        if (over.signal.aborted) return;
        if (isLockedOut(failure)) return onLockedOut();
        setReason(reasonOf(failure, FAILED));
        setState("failed");
      }
    }
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  }, [ask, wanted, onLockedOut]);

  return {
    list,
    filter,
    page,
    pages: pagesOf(list?.total ?? 0),
    state,
    reason,
    setFilter: useCallback((next) => setWanted((now) => ({ ...now, filter: next, page: 1, typed: true })), []),
    setPage: useCallback((next) => setWanted((now) => ({ ...now, page: next, typed: false })), []),
    refresh: useCallback(() => setWanted((now) => ({ ...now, typed: false, turn: now.turn + 1 })), []),
  };
}

function pagesOf(total: number): number {
  return Math.max(1, Math.ceil(total / ADMIN_PAGE_SIZE));
}

function queryOf({ search, ...filters }: SignatureFilter, page: number): string {
  const query = new URLSearchParams({ page: String(page), limit: String(ADMIN_PAGE_SIZE) });
  if (search.trim() !== "") query.set("search", search.trim());
  for (const [name, value] of Object.entries(filters)) if (value) query.set(name, value);
  return query.toString();
}
