import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { AuditFilter, AuditPage } from "../../../contract/administration/audit.ts";
import { ACTORS, AUDIT_ACTIONS } from "../../../petition/audit.ts";
import { reasonOf } from "../ask.ts";
import { named, oneOf, type Place, type Step, usePlace } from "../place.ts";
import { stateOf, useLast } from "../server-state.tsx";

export const NO_FILTER: AuditFilter = { who: null, action: null, day: "", about: "" };

/** The page of the log that was last turned to, under the filter that the address names. */
export function useAudit() {
  const [place, go] = usePlace();
  const filter = filterAt(place);
  const { turned } = place;
  const asked = useQuery<AuditPage>({ queryKey: ["audit", queryOf(filter, turned.at(-1))] });
  const { data: answer, error, refetch } = asked;
  const wanted = turned.length + 1;
  const shown = useLast(useMemo(() => answer && { answer, page: wanted }, [answer, wanted]));

  // From what is in sight: a page that failed to come, or a second press, skips nothing.
  const page = shown?.page ?? 1;
  function turnTo(next: string[]): void {
    if (next.join() === turned.join()) void refetch();
    else show(filter, next);
  }
  function show({ about, ...narrowed }: AuditFilter, turned: string[], step?: Step): void {
    go({ view: "audit", narrowed: named({ ...narrowed }), typed: about, turned }, step);
  }
  return {
    shown,
    filter,
    state: stateOf(asked),
    reasonOr: (otherwise: string) => reasonOf(error, otherwise),
    setFilter: (next: AuditFilter, step?: Step) => show(next, [], step),
    older: () => turnTo([...turned.slice(0, page - 1), shown?.answer.next ?? ""].filter(Boolean)),
    newer: () => turnTo(turned.slice(0, Math.max(0, page - 2))),
    refresh: () => turnTo([]),
  };
}

function filterAt({ narrowed, typed }: Place): AuditFilter {
  const { who, action, day = "" } = narrowed;
  return { who: oneOf(ACTORS, who), action: oneOf(AUDIT_ACTIONS, action), day: isDay(day) ? day : "", about: typed };
}

/** A year that is still being typed is one, too: `0002-11-21`. */
function isDay(day: string): boolean {
  const utc = new Date(`${day}T00:00:00Z`);
  return /^\d{4}-/.test(day) && !Number.isNaN(utc.getTime()) && utc.toISOString().startsWith(day);
}

function queryOf({ about, ...filter }: AuditFilter, before: string | undefined): string {
  return new URLSearchParams(named({ ...filter, about: about.trim(), before: before ?? null })).toString();
}
