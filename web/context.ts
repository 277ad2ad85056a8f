/** `entry.server.tsx` passes these keys on: the server must set values under those of the build, and a second import makes others. */
import { createContext, type LoaderFunctionArgs } from "react-router";
import type { Petition } from "../contract/petition.ts";
import type { CollectionNotice } from "../contract/signing.ts";
import type { SiteFacts } from "../contract/site-facts.ts";
import type { Visitor } from "../contract/visitor.ts";
import { languageOf } from "./translation.tsx";

export const petitionContext = createContext<Petition>();
export const visitorContext = createContext<Visitor>();
export const factsContext = createContext<SiteFacts>();
export const clockContext = createContext<{ now(): Date }>();

/** Null while everybody can sign, and where nobody knows: a page can do without it. */
export function noticeFor({ url, context }: Pick<LoaderFunctionArgs, "url" | "context">): Promise<CollectionNotice | null> {
  return context
    .get(petitionContext)
    .collectionNotice(languageOf(url.pathname))
    .catch(() => null);
}

const AVAILABLE = {
  see(_failure: unknown): void {},
  /** What to say where that was a database that is away or too slow. */
  message: (): string | undefined => undefined,
  /** The same of a posted form, which can be sent again; null where it failed for another reason. */
  messageOfAct: (_failure: unknown): string | null => null,
};
export type Unavailability = typeof AVAILABLE;
export const unavailabilityContext = createContext(AVAILABLE);
