/** Brings the tables up to date. */
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import type { Database } from "./open.ts";

const MIGRATIONS = join(import.meta.dirname, "migrations");
/** Any number that nobody else on the same database takes for a lock. */
const LOCK = 7_220_418_511;

/**
 * Applies the migrations that are missing; several processes may do so at once, one does it and the others wait for it.
 * Throws what the connection throws (`isAway`) where the database cannot be reached.
 */
export async function migrateDatabase({ connection }: Pick<Database, "connection">): Promise<void> {
  // A connection of its own: the lock belongs to a session, and the pool's time limits are not made for building an index.
  const client = new pg.Client(connection);
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("set statement_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    try {
      await migrate(drizzle(client), { migrationsFolder: MIGRATIONS });
    } finally {
      // Said explicitly: the embedded database's session goes on after the connection.
      await client.query("select pg_advisory_unlock($1)", [LOCK]);
    }
  } finally {
    await client.end();
  }
}
