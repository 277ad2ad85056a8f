import type { NodePgDatabase } from "drizzle-orm/node-postgres";

export type Queries = NodePgDatabase;
export type Transaction = Parameters<Parameters<Queries["transaction"]>[0]>[0];
