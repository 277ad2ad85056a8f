import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type * as schema from "./schema.ts";

export type Queries = NodePgDatabase<typeof schema>;
export type Transaction = Parameters<Parameters<Queries["transaction"]>[0]>[0];
