import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { createServerDatabase, eachEngine, type TestDatabase } from "../testing/databases.ts";
import { migrateDatabase } from "./migrate.ts";

const SCRIPT = join(import.meta.dirname, "../testing/migrate-alone.ts");
const run = promisify(execFile);

eachEngine("Migrating", (open) => {
  let database: TestDatabase | undefined;
  afterEach(() => database?.drop());

  test("an empty database gets its tables, and a second time changes nothing", async () => {
    database = await open({ migrated: false });
    await migrateDatabase(database);
    const once = await tables(database.pool);
    await migrateDatabase(database);
    expect(once).toContain("signatures");
    expect(await tables(database.pool)).toEqual(once);
    const { rows } = await database.pool.query(
      "select count(distinct hash)::int as different, count(*)::int as all from drizzle.__drizzle_migrations",
    );
    expect(rows[0].all).toBe(rows[0].different);
  });
});

test("four processes start at once on an empty server: all of them come up, each migration is applied once", async () => {
  const { url, drop } = await createServerDatabase({ migrated: false });
  const pool = new pg.Pool({ connectionString: url });
  // The database may be dropped before the last connection is quite gone.
  pool.on("error", () => {});
  try {
    await Promise.all(Array.from({ length: 4 }, () => run(process.execPath, [SCRIPT, url])));
    expect(await tables(pool)).toContain("pending_confirmations");
    const { rows } = await pool.query("select hash from drizzle.__drizzle_migrations group by hash having count(*) > 1");
    expect(rows).toEqual([]);
  } finally {
    await pool.end();
    await drop();
  }
});

async function tables(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  return rows.map(({ name }) => name);
}
