import { evidence } from "#campaign/evidence.ts";
import type { Evidence, Fact } from "./evidence.ts";

const { facts, words }: Omit<Evidence, "sources"> = (evidence as Evidence | null) ?? { facts: {}, words: {} };

export const FACTS = facts;

export const FACT_WORDS = words;

export function factOf(id: string): Fact {
  const fact = FACTS[id];
  if (!fact) throw new Error(`No fact is called ${id}`);
  return fact;
}

export function factsOf(ids: readonly string[]): Record<string, Fact> {
  return Object.fromEntries(ids.map((id) => [id, factOf(id)]));
}
