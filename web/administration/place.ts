/** Where one is in the administration. Reload, Back and Forward keep it (docs/decisions/0020-what-the-browser-keeps.md). */
import { useSyncExternalStore } from "react";

export const VIEWS = ["overview", "charts", "suspicion", "mail", "collection", "paper", "operations", "audit"] as const;
export type View = (typeof VIEWS)[number];

interface ViewPlace {
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

export function usePlace() {
  return [useSyncExternalStore(whileAnywhere, placeNow), go] as const;
}

const listening = new Set<() => void>();
let known: ViewPlace | null = null;

function placeNow(): ViewPlace {
  known ??= placeAt(location.search, history.state);
  return known;
}

function whileAnywhere(moved: () => void): () => void {
  if (listening.size === 0) addEventListener("popstate", walked);
  listening.add(moved);
  return () => {
    listening.delete(moved);
    if (listening.size === 0) removeEventListener("popstate", walked);
  };
}

/** Back, Forward, and what leads to a part of the same page. */
function walked(): void {
  known = null;
  for (const moved of listening) moved();
}

function go({ view = "overview", narrowed = {}, typed = "", turned = [] }: Partial<ViewPlace>, step?: Step): void {
  const address = location.pathname + searchFor(view, narrowed);
  const state = { typed, turned };
  if (step === "replaced") history.replaceState(state, "", address);
  else history.pushState(state, "", address);
  walked();
}

export function searchFor(view: View, narrowed: Record<string, string> = {}): string {
  const query = new URLSearchParams({ ...(view !== "overview" && { view }), ...narrowed }).toString();
  return query && `?${query}`;
}

export function oneOf<Value extends string>(values: readonly Value[], named: string | undefined): Value | null {
  return values.find((value) => value === named) ?? null;
}

export function named(values: Record<string, string | number | null | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])));
}

function placeAt(search: string, state: unknown): ViewPlace {
  const { view, ...narrowed } = Object.fromEntries(new URLSearchParams(search));
  const { typed, turned } = (state ?? {}) as Partial<Record<keyof ViewPlace, unknown>>;
  return {
    view: oneOf(VIEWS, view) ?? "overview",
    narrowed,
    typed: typeof typed === "string" ? typed : "",
    turned: Array.isArray(turned) ? turned.filter((one) => typeof one === "string") : [],
  };
}
