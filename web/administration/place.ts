/** Where one is in the administration. Reload, Back and Forward keep it (docs/decisions/0020-addresses-of-the-administrations-views.md). */
import { useState } from "react";
import { createSearchParams, type Location, useLocation, useNavigate } from "react-router";

export const VIEWS = ["overview", "charts", "suspicion", "mail", "collection", "operations", "audit"] as const;
export type View = (typeof VIEWS)[number];

export interface Place {
  view: View;
  /** What narrows the view, in the address: it must name nobody. */
  narrowed: Record<string, string>;
  /** What was typed may name somebody. The browser keeps it beside the address and sends it to nobody. */
  typed: string;
  /** Where each page begins that was turned to, where pages have no numbers. */
  turned: string[];
}

/** A place is a step that Back undoes, unless it takes the place of the one before: half words and half dates are no steps. */
export type Step = "new" | "replaced";
type Go = (place: Partial<Place>, step?: Step) => void;

export function usePlace(): [Place, Go] {
  const location = useLocation();
  const navigate = useNavigate();
  // The router follows a moment later: a field that waited for it would jump back meanwhile.
  const [ahead, setAhead] = useState<Place | null>(null);
  const [known, setKnown] = useState(location.key);
  if (known !== location.key) {
    setKnown(location.key);
    setAhead(null);
  }

  function go({ view = "overview", narrowed = {}, typed = "", turned = [] }: Partial<Place>, step?: Step): void {
    setAhead({ view, narrowed, typed, turned });
    const search = searchFor(view, narrowed);
    void navigate({ search }, { state: { typed, turned }, replace: step === "replaced", preventScrollReset: true });
  }

  return [ahead ?? placeAt(location), go];
}

export function searchFor(view: View, narrowed: Record<string, string> = {}): string {
  const query = createSearchParams({ ...(view !== "overview" && { view }), ...narrowed }).toString();
  return query && `?${query}`;
}

export function oneOf<Value extends string>(values: readonly Value[], named: string | undefined): Value | null {
  return values.find((value) => value === named) ?? null;
}

export function named(values: Record<string, string | number | null | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])));
}

function placeAt({ search, state }: Location): Place {
  const { view, ...narrowed } = Object.fromEntries(new URLSearchParams(search));
  const { typed, turned } = (state ?? {}) as Partial<Record<keyof Place, unknown>>;
  return {
    view: oneOf(VIEWS, view) ?? "overview",
    narrowed,
    typed: typeof typed === "string" ? typed : "",
    turned: Array.isArray(turned) ? turned.filter((one) => typeof one === "string") : [],
  };
}
