import type { NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import type * as schema from "../database/schema.ts";

export type Writer = PgDatabase<NodePgQueryResultHKT, typeof schema>;

export type Kind = (typeof schema.outbox.$inferSelect)["kind"];

export interface Job {
  id: string;
  kind: Kind;
  subjectId: string;
  payload: string | null;
  failures: number;
  createdAt: Date;
}

/**
 * `also` is written in the transaction that settles the entry (not called `then`: an object with a `then` is mistaken for a promise).
 * `error` holds no personal data. `after`: what is done is noted so many milliseconds later; its worker goes on meanwhile. `held`: not
 * yet, and no failure.
 */
export type Outcome = { also?: (tx: Writer) => Promise<void> } & (
  | { done: true; after?: number }
  | { later: Date; error: string }
  | { held: Date; error: string }
  | { never: true; error: string }
);

/** Does the consequence. May run twice for one entry, if its process dies in between: make that harmless. */
export type Handler = (job: Job) => Promise<Outcome>;
