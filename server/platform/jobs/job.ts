import type { NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import type * as schema from "../database/schema.ts";

export type Writer = PgDatabase<NodePgQueryResultHKT>;

export type Kind = (typeof schema.outbox.$inferSelect)["kind"];

export interface Job {
  id: string;
  kind: Kind;
  subjectId: string;
  payload: string | null;
  failures: number;
  /** What became of it the last time; null before the first. */
  lastError: string | null;
  dueAt: Date;
  createdAt: Date;
}

/** What is written with several entries at once: `note` gets the `about` of each. */
export interface Also {
  note(tx: Writer, about: unknown[]): Promise<void>;
  about: unknown;
}

/**
 * `also` is written in the transaction that settles the entry (not called `then`: an object with a `then` is mistaken for a promise).
 * `error` holds no personal data. `after`: what is done is noted so many milliseconds later; its worker goes on meanwhile. `held`: not
 * yet, and no failure.
 */
export type Outcome = { also?: Also } & (
  | { done: true; after?: number }
  | { later: Date; error: string }
  | { held: Date; error: string }
  | { never: true; error: string }
);

/** For a `note` of its own: it is called once for all entries that are settled together, in the order of their ids. */
export function also<About>(note: (tx: Writer, about: About[]) => Promise<void>, about: About): Also {
  return { note: note as Also["note"], about };
}

/** Does the consequence. May run twice for one entry, if its process dies in between: make that harmless. */
export type Handler = (job: Job) => Promise<Outcome>;
