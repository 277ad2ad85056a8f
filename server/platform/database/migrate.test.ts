import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { afterEach, describe, expect, inject, onTestFinished, test } from "vitest";
import { petitionConfig } from "../../../petition.config.ts";
import { createServerDatabase, eachEngine, openTestDatabase, type TestDatabase } from "../../testing/databases.ts";
import { openHouse } from "../../testing/house.ts";
import { administer, urlOf } from "../../testing/postgres-server.ts";
import { migrateDatabase, UnusableDatabase } from "./migrate.ts";
import { openDatabase } from "./open.ts";

const SCRIPT = join(import.meta.dirname, "../../testing/migrate-alone.ts");
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

  test("tables of a newer release: the start says so, changes nothing and goes on", async () => {
    database = await open();
    const said: string[] = [];
    await migrateDatabase(database, { folder: await withMore("select 1") });
    await migrateDatabase(database, { report: (sentence) => said.push(sentence) });
    expect(said).toEqual([expect.stringMatching(/^The database's tables are those of a newer release\./)]);
  });

  test("a later migration outside of a transaction builds its index while others write; cut short, it is built anew", async () => {
    database = await open();
    const { pool } = database;
    const folder = await withMore(
      "-- Outside of a transaction.\ndrop index concurrently if exists more;--> statement-breakpoint\ncreate index concurrently more on signatures (locale)",
    );
    let isDone = false;
    const writing = (async () => {
      for (let number = 0; !isDone; number++)
        await pool.query("insert into signatures (full_name, email) values ('Anna', $1)", [`anna${number}@example.org`]);
    })();
    await migrateDatabase(database, { folder });
    isDone = true;
    await writing;
    expect(await isUsable(pool, "more")).toBe(true);
    await pool.query("delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)");
    await migrateDatabase(database, { folder });
    expect(await isUsable(pool, "more")).toBe(true);
  });

  test.each([
    ["another first migration", "update drizzle.__drizzle_migrations set hash = 'unreleased'"],
    ["no migration at all", "drop schema drizzle cascade"],
  ])("tables that come from %s are refused in one sentence, and stay", async (_, made) => {
    database = await open();
    await database.pool.query(made);
    const before = await tables(database.pool);
    await expect(migrateDatabase(database)).rejects.toThrow(/^The database holds tables of an unreleased version .+\.$/);
    expect(await tables(database.pool)).toEqual(before);
  });
});

test("the database of another petition is refused with one sentence; one of no petition becomes ours", async () => {
  const house = await openHouse("server");
  try {
    expect(await house.rows("select petition_id from signature_count")).toEqual([{ petition_id: petitionConfig.petitionId }]);
    await house.rows("update signature_count set petition_id = 'save-the-trees'");
    await expect(house.restart()).rejects.toThrow(/^DATABASE_URL or DATA_DIR: .+save-the-trees.+\.$/);
  } finally {
    await house.close();
  }
});

describe("A table that somebody holds", () => {
  const PATIENCE = { lock: 300, pause: 100, attempts: 100 };
  let database: TestDatabase;
  afterEach(() => database.drop());

  test("is waited for in words, without their query, while the site goes on; once let go, the migration is done", async () => {
    database = await openTestDatabase("server");
    const { holder, pid } = await holding(database, "select 'Anna Secret' from signatures");
    const said: string[] = [];
    const folder = await withMore("alter table signatures add column more text");
    let isDone = false;
    const migrating = migrateDatabase(database, { folder, patience: PATIENCE, report: (sentence) => said.push(sentence) });
    void migrating.finally(() => {
      isDone = true;
    });
    const waits: number[] = [];
    for (let times = 0; times < 20 || said.length === 0; times++) {
      const asked = performance.now();
      await database.pool.query("select count(*) from signatures");
      waits.push(performance.now() - asked);
      await pause(50);
    }
    expect(isDone).toBe(false);
    // Behind a lock that is waited for without an end they would fail, after ten seconds.
    expect(Math.max(...waits)).toBeLessThan(10_000);
    await holder.query("commit");
    await migrating;
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(
      new RegExp(`waits for the table signatures: process ${pid} \\(a backup, idle in transaction, for \\d+ s\\)\\.`),
    );
    expect(said.join()).not.toContain("Secret");
    await database.pool.query("select more from signatures");
  });

  test("for good: the start gives up with one sentence that names it, and changes nothing", async () => {
    database = await openTestDatabase("server");
    const { holder, pid } = await holding(database, "select from signatures");
    const folder = await withMore("alter table signatures add column more text");
    const given = migrateDatabase(database, { folder, patience: { ...PATIENCE, attempts: 2 } }).catch(
      (error: unknown) => error,
    );
    const failure = await given;
    expect(failure).toBeInstanceOf(UnusableDatabase);
    expect(String(failure)).toMatch(
      new RegExp(
        `could not be brought up to date, and nothing is half done: .+ table signatures: process ${pid} .+ start again\\.$`,
      ),
    );
    await expect(database.pool.query("select more from signatures")).rejects.toThrow("does not exist");
    await holder.query("rollback");
  });

  test("is no hindrance for an index that is built outside of a transaction: it waits in words, and nobody waits for it", async () => {
    database = await openTestDatabase("server");
    const { holder, pid } = await holding(database, "select from signatures for update");
    await holder.query("insert into signatures (full_name, email) values ('Bruno', 'bruno@example.org')");
    const said: string[] = [];
    const folder = await withMore("-- Outside of a transaction.\ncreate index concurrently more on signatures (locale)");
    const migrating = migrateDatabase(database, { folder, patience: PATIENCE, report: (sentence) => said.push(sentence) });
    await expect.poll(() => said, { timeout: 20_000 }).toHaveLength(1);
    expect(said[0]).toContain(`process ${pid} (a backup`);
    await database.pool.query("insert into signatures (full_name, email) values ('Anna', 'anna@example.org')");
    await holder.query("commit");
    await migrating;
    expect(await isUsable(database.pool, "more")).toBe(true);
  });
});

test("another start is at it: this one says so, and goes on when that one has ended", async () => {
  const database = await openTestDatabase("server", { migrated: false });
  try {
    const { holder, pid } = await holding(database, "select pg_advisory_xact_lock(7220418511)");
    const said: string[] = [];
    const migrating = migrateDatabase(database, { report: (sentence) => said.push(sentence) });
    await expect.poll(() => said, { timeout: 20_000 }).toHaveLength(1);
    expect(said[0]).toContain(`Another start is bringing the tables up to date: process ${pid} (a backup`);
    await holder.query("commit");
    await migrating;
    expect(await tables(database.pool)).toContain("signatures");
    // Nothing stays locked on a connection that a pooler would lend to somebody else.
    const { rows } = await database.pool.query(
      `select from pg_locks where locktype = 'advisory' and pid <> $1
        and database = (select oid from pg_database where datname = current_database())`,
      [pid],
    );
    expect(rows).toEqual([]);
  } finally {
    await database.drop();
  }
});

test("a database that cannot hold every letter is refused with the statement that makes a better one", async () => {
  const { serverUrl } = inject("databases");
  const name = `petition_ascii_${process.pid}`;
  await administer(serverUrl, `create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`);
  const database = await openDatabase({ url: urlOf(serverUrl, name), dataFolder: tmpdir() });
  try {
    await expect(migrateDatabase(database)).rejects.toThrow(
      /^DATABASE_URL: .+ SQL_ASCII, .+ encoding 'UTF8' template template0\.$/,
    );
  } finally {
    await database.close();
    await administer(serverUrl, `drop database ${name} with (force)`);
  }
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

/** Our migrations, and after them a made-up one. */
async function withMore(statements: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "petition-migrations-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(join(import.meta.dirname, "migrations"), folder, { recursive: true });
  const file = join(folder, "meta", "_journal.json");
  const journal = JSON.parse(await readFile(file, "utf8"));
  journal.entries.push({ idx: journal.entries.length, version: "7", when: Date.now(), tag: "9999_more", breakpoints: true });
  await writeFile(file, JSON.stringify(journal));
  await writeFile(join(folder, "9999_more.sql"), statements);
  return folder;
}

/** A connection whose transaction has run a statement and goes on. */
async function holding({ connection }: TestDatabase, statement: string): Promise<{ holder: pg.Client; pid: number }> {
  const holder = new pg.Client({ ...connection, application_name: "a backup" });
  holder.on("error", () => {});
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query("begin");
  await holder.query(statement);
  const { rows } = await holder.query<{ pid: number }>("select pg_backend_pid() as pid");
  return { holder, pid: rows[0]?.pid ?? 0 };
}

async function isUsable(pool: pg.Pool, index: string): Promise<boolean> {
  const { rows } = await pool.query("select indisvalid from pg_index where indexrelid = $1::regclass", [index]);
  return rows[0]?.indisvalid ?? false;
}

async function tables(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  return rows.map(({ name }) => name);
}
