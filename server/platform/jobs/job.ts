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
  lastError: string | null;
  dueAt: Date;
  createdAt: Date;
}

export interface Also {
  note(tx: Writer, about: unknown[]): Promise<void>;
  about: unknown;
}

/**
 * `also` is written in the transaction that settles the entry. `error` holds no personal data. `after`: milliseconds until it is noted.
 * `held`: not yet, and no failure.
 */
export type Outcome = { also?: Also } & (
  | { done: true; after?: number }
  | { later: Date; error: string }
  | { held: Date; error: string }
  | { never: true; error: string }
);

/** `note` is called once for all entries that are settled together, in the order of their ids. */
export function also<About>(note: (tx: Writer, about: About[]) => Promise<void>, about: About): Also {
  return { note: note as Also["note"], about };
}

/** May run twice for one entry if its process dies in between: make that harmless. */
export type Handler = (job: Job) => Promise<Outcome>;
