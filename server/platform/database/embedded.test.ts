import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { copyOfTemplate } from "../../testing/databases.ts";
import { mayMount, openSmallDisk } from "../../testing/small-disk.ts";
import { EmbeddedDatabaseInUse, startEmbedded } from "./embedded.ts";
import { isAway } from "./failures.ts";
import { type Database, openDatabase } from "./open.ts";

const WRITER = join(import.meta.dirname, "../../testing/write-until-killed.ts");

let dataFolder: string;
let opened: Database[] = [];

beforeEach(async () => {
  dataFolder = await copyOfTemplate();
});
afterEach(async () => {
  for (const database of opened) await database.close();
  opened = [];
  await rm(dataFolder, { recursive: true, force: true });
});

async function open(): Promise<Database> {
  const database = await openDatabase({ dataFolder });
  opened.push(database);
  return database;
}

test("each commit is forced to the disk before it is acknowledged", async () => {
  const embedded = await startEmbedded({ dataFolder });
  const client = new pg.Client({ host: embedded.socketFolder, user: "postgres", database: "postgres" });
  await client.connect();
  await client.query("create table written (id int)");
  for (let id = 0; id < 50; id++) {
    const before = embedded.fsyncs();
    await client.query("insert into written values ($1)", [id]);
    expect(embedded.fsyncs()).toBeGreaterThan(before);
  }
  const reading = embedded.fsyncs();
  await client.query("select * from written");
  expect(embedded.fsyncs()).toBe(reading);
  await client.end();
  await embedded.close();
});

test("a second process is refused with one sentence that names the first", async () => {
  await open();
  const refused = promisify(execFile)(process.execPath, [WRITER, dataFolder]);
  await expect(refused).rejects.toMatchObject({
    code: 1,
    stdout: "",
    stderr: `Another process (pid ${process.pid}) already uses the embedded database in ${dataFolder}. Stop it, or give this one its own DATA_DIR, or use DATABASE_URL.`,
  });
  await expect(openDatabase({ dataFolder })).rejects.toThrow(EmbeddedDatabaseInUse);
});

test("a process is killed while it writes, twice over: it starts again, and every acknowledged row is there", async () => {
  const acknowledged: number[] = [];
  for (let round = 0; round < 2; round++) acknowledged.push(...(await writeUntilKilled(100)));
  const { pool } = await open();
  const { rows } = await pool.query<{ id: string }>("select id from acknowledged");
  const kept = new Set(rows.map(({ id }) => Number(id)));
  expect(acknowledged.length).toBeGreaterThanOrEqual(200);
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  // The last insert of a round may have been kept although its acknowledgement no longer got out.
  expect(kept.size - acknowledged.length).toBeLessThanOrEqual(2);
});

async function writeUntilKilled(enough: number): Promise<number[]> {
  const writer = spawn(process.execPath, [WRITER, dataFolder], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(writer, "exit");
  const seen: number[] = [];
  for await (const line of createInterface({ input: writer.stdout })) {
    seen.push(Number(line));
    if (seen.length === enough) writer.kill("SIGKILL");
  }
  await ended;
  return seen;
}

test("a start that is cut short while the database is being made leaves nothing that hinders the next", async () => {
  const empty = await mkdtemp(join(tmpdir(), "petition-empty-"));
  const isMade = async () => (await readdir(empty)).includes("database");
  const cutShort = async () => {
    const first = spawn(process.execPath, [WRITER, empty], { stdio: "ignore" });
    const ended = once(first, "exit");
    while (!(await readdir(empty)).some((name) => name.startsWith("database.new-")) && !(await isMade()))
      await new Promise((resolve) => setTimeout(resolve, 5));
    first.kill("SIGKILL");
    await ended;
  };
  await cutShort();
  // It was made before the signal came.
  while (await isMade()) {
    await rm(join(empty, "database"), { recursive: true });
    await cutShort();
  }
  const database = await openDatabase({ dataFolder: empty });
  expect(await database.isReachable()).toBe(true);
  await database.close();
  expect(await readdir(empty)).toEqual(["database"]);
  await rm(empty, { recursive: true });
});

test("the event loop turns while a slow query runs", async () => {
  const { pool } = await open();
  let turns = 0;
  const turning = setInterval(() => turns++, 5);
  await pool.query("select count(*) from generate_series(1, 1000000) as number where md5(number::text) = 'none'");
  clearInterval(turning);
  // Blocked, it would be none or one; a busy machine may well lose some.
  expect(turns).toBeGreaterThan(10);
});

test("nobody but the owner may enter the database's folder or its socket's, and closing removes the socket and the lock", async () => {
  const database = await open();
  const socketFolder = String(database.connection.host);
  expect(socketFolder.startsWith(tmpdir())).toBe(true);
  for (const folder of [socketFolder, join(dataFolder, "database")]) expect((await stat(folder)).mode & 0o777).toBe(0o700);
  await database.close();
  await expect(stat(socketFolder)).rejects.toThrow("ENOENT");
  expect(await readdir(dataFolder)).toEqual(["database"]);
});

test("the database's folder cannot be read: the start fails with a reason and leaves no lock", async () => {
  await rm(join(dataFolder, "database", "global"), { recursive: true });
  await expect(openDatabase({ dataFolder })).rejects.toThrow();
  expect(await readdir(dataFolder)).toEqual(["database"]);
});

test("what an earlier process told of itself cannot be taken away: the start fails with a reason and leaves no lock", async () => {
  await mkdir(join(dataFolder, "address"));
  await expect(openDatabase({ dataFolder })).rejects.toThrow();
  expect((await readdir(dataFolder)).sort()).toEqual(["address", "database"]);
});

test("PostgreSQL gives up: it is reported once, the query fails as 'away', and closing still works", async () => {
  const failures: Error[] = [];
  const database = await openDatabase({ dataFolder, onFailure: (error) => failures.push(error) });
  opened.push(database);
  await rm(join(dataFolder, "database", "pg_wal"), { recursive: true });
  const failed = await database.pool.query("select pg_switch_wal()").catch((error: unknown) => error);
  expect(isAway(failed)).toBe(true);
  await expect.poll(() => failures).toHaveLength(1);
  expect(await database.isReachable()).toBe(false);
});

test.skipIf(!(await mayMount()))(
  "the disk is full: what cannot be kept is refused as 'away', also by a start meanwhile, and nothing acknowledged is missing once there is room",
  async () => {
    const disk = await openSmallDisk(256);
    try {
      const dataFolder = await copyOfTemplate(disk.folder);
      const full = await openDatabase({ dataFolder });
      await full.pool.query("create table acknowledged (id bigint primary key)");
      await full.pool.query("insert into acknowledged values (1)");
      await disk.fill();
      let last = 1;
      const write = async () => {
        for (;;) {
          await full.pool.query("insert into acknowledged values ($1)", [last + 1]);
          last += 1;
          // The next segment of the log has to be made.
          if (last === 100) await full.pool.query("select pg_switch_wal()");
        }
      };
      expect(isAway(await write().catch((error: unknown) => error))).toBe(true);
      await full.close();
      await openDatabase({ dataFolder }).then(
        (database) => database.close(),
        () => {},
      );
      await disk.makeRoom();
      const again = await openDatabase({ dataFolder });
      const { rows } = await again.pool.query<{ last: string }>("select max(id) as last from acknowledged");
      expect(Number(rows[0]?.last)).toBeGreaterThanOrEqual(last);
      expect(last).toBeGreaterThanOrEqual(100);
      await again.pool.query("insert into acknowledged values (0)");
      await again.close();
    } finally {
      await disk.close();
    }
  },
);
