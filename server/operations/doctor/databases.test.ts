import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { copyOfTemplate, createServerDatabase } from "../../testing/databases.ts";
import { administer } from "../../testing/postgres-server.ts";
import { embeddedIsFit, lookAtServer, type ServerSeen, serverIsAway, serverIsFit } from "./database.ts";
import type { Findings } from "./examine.ts";

const said = (findings: Findings) => [findings].flat().map(({ sign, seen }) => `${sign}: ${seen}`);
const GOOD = /^good: PostgreSQL \d+\.\d+, \d+ MB, durable, up to date\.$/;

describe("A PostgreSQL server", () => {
  let place: Awaited<ReturnType<typeof createServerDatabase>>;
  let seen: ServerSeen;
  beforeAll(async () => {
    place = await createServerDatabase();
    seen = await lookAtServer(place.url);
  });
  afterAll(() => place.drop());
  afterEach(async () => {
    for (const name of ["synchronous_commit", "default_transaction_read_only"]) await set(`reset ${name}`);
  });

  const set = (what: string) => administer(inject("databases").serverUrl, `alter database ${nameIn(place.url)} ${what}`);
  /** The server of the tests is quick instead of durable. */
  const durable = { fsync: "on", full_page_writes: "on", synchronous_commit: "on" };
  const looked = async (url = place.url) =>
    lookAtServer(url).then(
      (now) => said(serverIsFit({ ...now, settings: { ...now.settings, ...durable } }, url)),
      (failure) => said([serverIsAway(failure)]),
    );
  const otherwise = (change: Partial<ServerSeen>) =>
    said(serverIsFit({ ...seen, ...change, settings: { ...seen.settings, ...durable, ...change.settings } }, place.url));

  test("is good as it is, its clock is ours, and nothing was written", async () => {
    expect(await looked()).toEqual([expect.stringMatching(GOOD)]);
    expect(Math.abs(seen.clockAhead)).toBeLessThan(5_000);
  });

  test("that answers before it is on the disk, or can only be read", async () => {
    const fast = {
      ...seen.settings,
      ...durable,
      synchronous_commit: (await lookAtServer(place.url)).settings.synchronous_commit,
    };
    expect(otherwise({ settings: fast })).toEqual([expect.stringMatching(/^fault: synchronous_commit is off/)]);
    await set("set synchronous_commit = on");
    expect((await lookAtServer(place.url)).settings.synchronous_commit).toBe("on");
    await set("set default_transaction_read_only = on");
    expect(await looked()).toEqual(["fault: it can only be read."]);
  });

  test("elsewhere and without encryption is a warning, unless its network is said to be one's own", async () => {
    const at = (url: string) =>
      said(serverIsFit({ ...seen, isEncrypted: false, settings: { ...seen.settings, ...durable } }, url)).filter((line) =>
        line.startsWith("warning: the connection to the database is not encrypted"),
      );
    expect(at("postgres://petition@db.example/petition")).toHaveLength(1);
    expect(at("postgres://petition@db.example/petition?sslmode=disable")).toEqual([]);
    expect(at("postgres://petition@127.0.0.1/petition")).toEqual([]);
    const [composed = ""] = /@postgres:\S+/.exec(readFileSync("deploy/compose.yaml", "utf8")) ?? [];
    expect(at(`postgres://petition:x${composed}`)).toEqual([]);
  });

  test("whose tables are to be made, are of another program, or of a newer release", async () => {
    const empty = await createServerDatabase({ migrated: false });
    expect(await looked(empty.url)).toEqual([expect.stringMatching(/durable, empty: the first start makes the tables\.$/)]);
    const older = { isForeign: false, isEmpty: false, pending: 2, newer: 0 };
    expect(otherwise({ migrations: older })[1]).toBe("warning: 2 migrations are pending.");
    expect(otherwise({ searchExtension: "offered" })[1]).toMatch(/^warning: the extension pg_trgm is missing/);
    await query(empty.url, "create table signatures (id int)");
    expect(await looked(empty.url)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^fault: it holds tables of another program/)]),
    );
    await empty.drop();
    const newer = await createServerDatabase();
    await query(newer.url, "insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)");
    expect(await looked(newer.url)).toEqual(["fault: its tables are those of a newer release."]);
    await newer.drop();
  });

  test("in which the role may do nothing", async () => {
    const role = `visitor_${randomUUID().replaceAll("-", "")}`;
    await query(place.url, `create role ${role} login password 'open-sesame'`);
    const url = Object.assign(new URL(place.url), { username: role, password: "open-sesame" }).href;
    expect(await looked(url)).toEqual([
      expect.stringMatching(/^fault: the role may make no tables/),
      expect.stringMatching(/^fault: the role may not read and write audit_log, outbox, pending_confirmations/),
      "fault: the role may not read which migrations were made.",
    ]);
    await query(place.url, `drop role ${role}`);
  });

  test("that cannot be asked: no password is said", async () => {
    const wrong = Object.assign(new URL(place.url), { pathname: "/nobody-has-made-it" }).href;
    expect(await looked(wrong)).toEqual(["fault: it does not let us in (3D000)."]);
    expect(await looked("postgres://petition:open-sesame@127.0.0.1:1/petition")).toEqual([
      "fault: it does not answer (ECONNREFUSED).",
    ]);
  });

  test("too old, too new, in other letters, behind a pooler that drops our limits, almost full", () => {
    expect(otherwise({ version: 140012 })).toEqual(["fault: PostgreSQL 14 is not supported: 15 to 18 are."]);
    expect(otherwise({ version: 190001 })[1]).toMatch(/^warning: PostgreSQL 19 is not supported/);
    expect(otherwise({ settings: { ...seen.settings, ...durable, server_encoding: "LATIN1" } })[0]).toMatch(
      /^fault: it is written in LATIN1/,
    );
    expect(otherwise({ droppedLimits: ["lock_timeout"] })[0]).toMatch(
      /^fault: a pooler stands in between and drops lock_timeout/,
    );
    expect(otherwise({ otherwise: ["bytea_output = 'hex'"] })).toEqual([
      "fault: a pooler stands in between, and the site relies on other settings than are behind it.",
    ]);
    expect(otherwise({ connections: { most: 97, used: 90 } })[1]).toMatch(/^warning: 90 of 97 connections are taken/);
    expect(otherwise({ hourInSummer: "10" })).toEqual(["fault: it does not know the time of Berlin."]);
  });
});

describe("The embedded database, looked at from outside", () => {
  let dataFolder: string;
  beforeAll(async () => {
    dataFolder = await copyOfTemplate();
  });
  afterAll(() => rm(dataFolder, { recursive: true, force: true }));

  test("is good, in use or not, and before it is made", () => {
    expect(said(embeddedIsFit(dataFolder, false))).toEqual([expect.stringMatching(/^good: PostgreSQL 18, not in use/)]);
    expect(said(embeddedIsFit(dataFolder, true))).toEqual([expect.stringMatching(/^good: PostgreSQL 18, in use/)]);
    expect(said(embeddedIsFit(join(dataFolder, "nowhere"), false))).toEqual(["good: not made yet: the first start makes it."]);
  });

  test("is another PostgreSQL's, or half a backup", async () => {
    await writeFile(join(dataFolder, "database", "PG_VERSION"), "17\n");
    expect(said(embeddedIsFit(dataFolder, false))).toEqual([expect.stringMatching(/^fault: \S+ was made by PostgreSQL 17/)]);
    await rm(join(dataFolder, "database"), { recursive: true });
    await mkdir(join(dataFolder, "database", "base"), { recursive: true });
    expect(said(embeddedIsFit(dataFolder, false))).toEqual([
      expect.stringMatching(/^fault: \S+ is half a database: PG_VERSION, global\/pg_control, pg_wal missing\.$/),
    ]);
  });
});

function nameIn(url: string): string {
  return new URL(url).pathname.slice(1);
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}
