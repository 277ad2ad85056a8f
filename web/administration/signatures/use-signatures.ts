import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import type { AdminSignatureList, SignatureFilter } from "../../../contract/administration/signatures.ts";
import { LANGUAGES } from "../../../petition/language.ts";
import { ADMIN_PAGE_SIZE, isId, SIGNATURE_STATES } from "../../../petition/search.ts";
import { reasonOf } from "../ask.ts";
import { named, oneOf, type Place, type Step, usePlace } from "../place.ts";
import { stateOf, useLast } from "../server-state.tsx";

const FAILED = "Failed to fetch signatures";

export const VISIBILITIES = ["public", "private"] as const;

export type SignaturesSteered = ReturnType<typeof useSignatures>;

/** The page of the list that the address names, or that was turned to where pages have no numbers. */
export function useSignatures() {
  const [place, go] = usePlace();
  const filter = filterAt(place);
  const { turned } = place;
  const page = turned.length > 0 ? turned.length + 1 : pageAt(place);
  const asked = useQuery<AdminSignatureList>({ queryKey: ["signatures", queryOf(filter, page, turned.at(-1))] });
  // The last one of the last page may have gone.
  const last = asked.data && isNumbered(asked.data, turned) ? pagesOf(asked.data.total) : undefined;
  const isBeyond = last !== undefined && page > last;
  const list = useLast(isBeyond ? undefined : asked.data);

  function show({ search, ...narrowed }: SignatureFilter, { page = 1, turned }: ShownPage, step?: Step): void {
    go({ view: "overview", narrowed: named({ ...narrowed, page: page > 1 ? page : null }), typed: search, turned }, step);
  }

  const showLast = useEffectEvent(() => last && show(filter, { page: last }, "replaced"));
  useEffect(() => {
    if (isBeyond) showLast();
  }, [isBeyond]);

  return {
    list,
    filter,
    isNarrowed: Object.values(filter).some(Boolean),
    page,
    /** Null where nobody has counted them. */
    pages: list && !isNumbered(list, turned) ? null : pagesOf(list?.total ?? 0),
    state: isBeyond ? "loading" : stateOf(asked),
    reason: asked.isError ? reasonOf(asked.error, FAILED) : null,
    setFilter: (next: SignatureFilter, step?: Step) => show(next, {}, step),
    setPage: (next: number) => show(filter, { page: next }),
    older: () => list?.next && show(filter, { turned: [...turned, list.next] }),
    newer: () => show(filter, { turned: turned.slice(0, -1) }),
  };
}

type ShownPage = { page?: number; turned?: string[] };

function isNumbered({ totalIsExact }: AdminSignatureList, turned: string[]): boolean {
  return totalIsExact && turned.length === 0;
}

function filterAt({ narrowed, typed }: Place): SignatureFilter {
  return {
    search: typed,
    visibility: oneOf(VISIBILITIES, narrowed.visibility),
    language: oneOf(LANGUAGES, narrowed.language),
    state: oneOf(SIGNATURE_STATES, narrowed.state),
    cluster: isId(narrowed.cluster ?? "") ? (narrowed.cluster ?? null) : null,
  };
}

function pageAt({ narrowed }: Place): number {
  const page = Number.parseInt(narrowed.page ?? "", 10);
  return page > 1 && Number.isSafeInteger(page * ADMIN_PAGE_SIZE) ? page : 1;
}

function pagesOf(total: number): number {
  return Math.max(1, Math.ceil(total / ADMIN_PAGE_SIZE));
}

function queryOf({ search, ...filters }: SignatureFilter, page: number, after: string | undefined): string {
  const place = after === undefined ? { page } : { after };
  return new URLSearchParams(named({ ...place, limit: ADMIN_PAGE_SIZE, search: search.trim(), ...filters })).toString();
}
