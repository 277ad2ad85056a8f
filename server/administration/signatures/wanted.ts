import type { AdminSignature } from "../../../contract/administration/signatures.ts";
import { isLanguage } from "../../../petition/language.ts";
import { isId, readSearch, type Search, SIGNATURE_STATES, type SignatureState } from "../../../petition/search.ts";

export interface Wanted {
  search: Search;
  visibility: AdminSignature["visibility"] | null;
  language: string | null;
  state: SignatureState | null;
  cluster: string | null;
  quarantine: string | null;
  signature: string | null;
}

/** An empty filter is none. Null for what cannot be meant. */
export function readWanted(given: Record<string, unknown>): Wanted | null {
  const search = typeof (given.search ?? "") === "string" ? readSearch((given.search ?? "") as string) : null;
  const visibility = oneOf(given.visibility, ["public", "private"] as const);
  const language = textOf(given.language, isLanguage);
  const state = oneOf(given.state, SIGNATURE_STATES);
  const cluster = idOf(given.cluster);
  const quarantine = idOf(given.quarantine);
  const signature = idOf(given.signature);
  const isMeant = [visibility, language, state, cluster, quarantine, signature].every((one) => one !== undefined);
  if (!isMeant || search === null) return null;
  return {
    search,
    visibility: visibility ?? null,
    language: language ?? null,
    state: state ?? null,
    cluster: cluster ?? null,
    quarantine: quarantine ?? null,
    signature: signature ?? null,
  };
}

export const EVERYTHING: Wanted = {
  search: { kind: "all" },
  visibility: null,
  language: null,
  state: null,
  cluster: null,
  quarantine: null,
  signature: null,
};

export function isEverything({ search, ...filters }: Wanted): boolean {
  return search.kind === "all" && Object.values(filters).every((filter) => filter === null);
}

function oneOf<Choice extends string>(given: unknown, choices: readonly Choice[]): Choice | null | undefined {
  return textOf(given, (text): text is Choice => (choices as readonly string[]).includes(text)) as Choice | null | undefined;
}

/** As the database writes it: by that spelling the lines of the audit log are found and erased. */
function idOf(given: unknown): string | null | undefined {
  const id = textOf(given, isId);
  return id ? id.toLowerCase() : id;
}

/** Null for nothing, undefined for what cannot be meant. */
function textOf(given: unknown, isMeant: (text: string) => boolean): string | null | undefined {
  if (given === undefined || given === null || given === "") return null;
  return typeof given === "string" && isMeant(given) ? given : undefined;
}
