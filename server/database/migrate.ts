/** Brings the tables up to date. */
import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
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

/** The tables were made by another version, or are not there yet. */
export class OtherMigrations extends Error {
  constructor() {
    super(
      "The database's tables are not those of this version: start the site once (npm start), or use the version that runs.",
    );
    this.name = "OtherMigrations";
  }
}

/** Throws {@link OtherMigrations} unless exactly our migrations have been applied; changes nothing. */
export async function requireMigrated({ pool }: Pick<Database, "pool">): Promise<void> {
  const { rows } = await pool.query<{ there: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as there",
  );
  if (!rows[0]?.there) throw new OtherMigrations();
  const applied = await pool.query<{ hash: string }>("select hash from drizzle.__drizzle_migrations order by created_at");
  const ours = readMigrationFiles({ migrationsFolder: MIGRATIONS }).map(({ hash }) => hash);
  if (applied.rows.map(({ hash }) => hash).join() !== ours.join()) throw new OtherMigrations();
}
