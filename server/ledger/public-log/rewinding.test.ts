/** Whatever happens to database, folder or clock: what was published once is never taken back, and never told in two ways. */
import { cp, mkdtemp, readdir, readFile, rename, rm, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readNote } from "../../../petition/transparency/note.ts";
import { consistencyProof, isConsistent } from "../../../petition/transparency/tree.ts";
import { sha256Bytes } from "../../platform/crypto/crypto.ts";
import { openClient } from "../../platform/database/session.ts";
import { sentenceOf } from "../../start-failure.ts";
import { createServerDatabase, ENGINES, type Engine } from "../../testing/databases.ts";
import { type House, openHouse } from "../../testing/house.ts";
import { inWords, type ReadLog, readLog } from "../../testing/log-reader.ts";
import { anna, bruno, clara, crowd, dieter, ewa } from "../../testing/people.ts";
import { administer, urlOf } from "../../testing/postgres-server.ts";
import { readNodes } from "./store.ts";

const SETTINGS = { PUBLIC_URL: "https://petition.example", ADMIN_KEY: "key-of-the-administrator-for-tests" };
const TEXTS = 7;

async function published(house: House): Promise<ReadLog> {
  await house.site.publicLog.run();
  return readLog(house.url);
}

/** Throws where the later head does not hold the earlier one. */
async function expectContinued(house: House, earlier: ReadLog, later: ReadLog): Promise<void> {
  const { db } = house.site.database;
  const proof = await consistencyProof(sha256Bytes, earlier.head.size, later.head.size, readNodes(db, later.head.size));
  expect(isConsistent(sha256Bytes, earlier.head, later.head, proof)).toBe(true);
  expect(later.head.origin).toBe(earlier.head.origin);
  expect(later.entries.slice(0, earlier.entries.length)).toEqual(earlier.entries);
}

async function count(house: House): Promise<number> {
  const { body } = await house.get<{ signatureCount: number }>("/api/petition/stats?petitionId=bargeld-erhalten");
  return body.signatureCount;
}

/** A house whose database can be put back to what it was, while its data folder goes on, as an operator does with a backup. */
async function houseWithBackups(engine: Engine): Promise<{ house: House; backUp(): Promise<void>; restore(): Promise<void> }> {
  const kept = await mkdtemp(join(tmpdir(), "petition-test-"));
  const house = await openHouse(engine, SETTINGS);
  const server = house.databaseUrl && { url: house.databaseUrl, name: new URL(house.databaseUrl).pathname.slice(1) };
  const embedded = join(house.dataFolder, "database");
  const close = house.close;
  house.close = async () => {
    await close();
    await rm(kept, { recursive: true });
    if (server) await administer(urlOf(server.url, "postgres"), `drop database if exists ${server.name}_kept with (force)`);
  };
  /** Closes the site, lets its database be exchanged, opens it again. */
  async function meanwhile(act: () => Promise<unknown>): Promise<void> {
    const { restart, site } = house;
    await site.close();
    await act();
    await restart.call(house);
  }
  const copy = (from: string, to: string) =>
    server
      ? administer(urlOf(server.url, "postgres"), `create database ${to} template ${from}`)
      : cp(from, to, { recursive: true });
  return {
    house,
    backUp: () => meanwhile(() => (server ? copy(server.name, `${server.name}_kept`) : copy(embedded, join(kept, "database")))),
    restore: () =>
      meanwhile(async () => {
        if (!server) {
          await rm(embedded, { recursive: true });
          return copy(join(kept, "database"), embedded);
        }
        await administer(urlOf(server.url, "postgres"), `drop database ${server.name} with (force)`);
        await copy(`${server.name}_kept`, server.name);
      }),
  };
}

describe.each(ENGINES)("A backup of the database that is older than the published head (%s database)", (engine) => {
  test("is told again what was published; what is gone is lost, what was erased stays erased, and the number is the rows'", async () => {
    const { house, backUp, restore } = await houseWithBackups(engine);
    try {
      for (const person of [anna, bruno, clara]) await house.signAndConfirm(person);
      await published(house);
      await house.signAndConfirm(dieter);
      await backUp();
      // Of Dieter the backup knows what waited for the log.
      for (const person of [ewa, ...crowd(10)]) await house.signAndConfirm(person);
      await house.post("/api/petition/delete", { email: bruno.email, confirmDeletion: true });
      const before = await published(house);
      expect(before.count).toBe(14);

      await restore();
      expect(house.site.entriesAgain).toBe(before.head.size - TEXTS - 3);
      const after = await published(house);
      await expectContinued(house, before, after);
      expect(inWords(after.entries.slice(before.entries.length))).toEqual(Array(11).fill("removed lost"));
      expect(after.count).toBe(3);
      expect(await count(house)).toBe(3);
      expect(house.site.publicLog.fault()).toBeNull();

      await house.signAndConfirm(ewa);
      const later = await published(house);
      await expectContinued(house, after, later);
      expect(later.count).toBe(4);
    } finally {
      await house.close();
    }
  });
});

test("An empty database beside a log that counts: the start refuses with one sentence, and nothing is published as lost", async () => {
  const { house, backUp, restore } = await houseWithBackups("server");
  try {
    await backUp();
    for (const person of [anna, bruno]) await house.signAndConfirm(person);
    await house.post("/api/petition/delete", { email: bruno.email, confirmDeletion: true });
    const before = await published(house);
    const failure = await restore().catch((error: unknown) => error);
    expect(sentenceOf(failure)).toMatch(/^DATABASE_URL or DATA_DIR: the public log counts 1 signatures?[^\n]+\.$/);
    const client = await openClient({ connectionString: house.databaseUrl });
    expect((await client.query("select size::int from log_state")).rows).toEqual([{ size: TEXTS }]);
    await client.query(`insert into signatures (full_name, email) values ('Anna', '${anna.email}')`);
    await client.end();
    await house.restart();
    await expectContinued(house, before, await published(house));
  } finally {
    await house.close();
  }
});

describe("The database falls back under a running site, as after a failover to a standby that lagged", () => {
  const LOG = ["log_state", "log_entries", "log_tiles", "log_hours", "log_texts", "log_queue"];
  const TABLES = [...LOG, "signature_count", "supporter_blocks", "hourly_counts", "erased_signatures"];
  const KEEP = `create schema kept; ${[...TABLES, "signatures"].map((table) => `create table kept.${table} as table public.${table}`).join(";")}`;
  const COLUMNS = `id, full_name, email, normalised_email, visibility, confirmed_at, created_at, signature_hash, signature_salt, locale, list_key,
    consent_version, petition_version, policy_version`;
  const FALL_BACK = `begin; delete from signatures where id not in (select id from kept.signatures);
    insert into signatures (${COLUMNS}) select ${COLUMNS} from kept.signatures where id not in (select id from signatures);
    ${TABLES.map((table) => `delete from public.${table}; insert into public.${table} select * from kept.${table}`).join(";")}; commit`;

  async function signed(house: House): Promise<string | undefined> {
    const [row] = await house.rows<{ checkpoint: string }>("select checkpoint from log_state");
    return row?.checkpoint;
  }

  test("nothing is signed, and it says so; a start tells what was published, erases again, and leaves confirmed what was", async () => {
    const lines: string[] = [];
    const house = await openHouse("server", SETTINGS, { log: (line) => lines.push(line) });
    try {
      for (const person of [anna, bruno]) await house.signAndConfirm(person);
      await published(house);
      await house.signAndConfirm(ewa);
      await house.rows(KEEP);
      const fallenBack = await signed(house);
      await house.post("/api/petition/delete", { email: bruno.email, confirmDeletion: true });
      for (const person of [clara, dieter]) await house.signAndConfirm(person);
      const before = await published(house);
      await house.rows(FALL_BACK);
      for (const person of crowd(1)) await house.signAndConfirm(person);
      for (let round = 0; round < 4; round++) await house.site.publicLog.run().catch(() => {});
      expect(house.site.publicLog.fault()).toBe("contradiction");
      expect(lines.filter((line) => line.includes("After a failover restart each process"))).toHaveLength(1);
      expect(await signed(house)).toBe(fallenBack);
      expect((await house.get("/log/checkpoint")).status).toBe(503);

      await house.restart();
      expect(house.site.publicLog.fault()).toBeNull();
      expect(house.site.erasedAgain).toBe(1);
      const after = await published(house);
      await expectContinued(house, before, after);
      expect(inWords(after.entries.slice(before.entries.length))).toEqual(["added confirmed", "removed lost", "removed lost"]);
      expect([after.count, await count(house)]).toEqual([3, 3]);
      expect(await house.rows(`select from signatures where email = '${bruno.email}'`)).toEqual([]);
    } finally {
      await house.close();
    }
  });

  test.each([
    { folders: "one folder", isShared: true },
    { folders: "a folder each", isShared: false },
  ])("of two processes with $folders none signs behind a head that it can know of", async ({ isShared }) => {
    const database = await createServerDatabase();
    const folders = [await mkdtemp(join(tmpdir(), "petition-test-")), await mkdtemp(join(tmpdir(), "petition-test-"))];
    const [folder = "", other = ""] = folders;
    const settings = { ...SETTINGS, SECRET_KEY: "secret-key-of-both-houses-1234567890" };
    const ahead = await openHouse("server", settings, { on: { databaseUrl: database.url, dataFolder: folder } });
    const LOG_KEY = (await readFile(join(folder, "log-key"), "utf8")).trim();
    const on = { databaseUrl: database.url, dataFolder: isShared ? folder : other };
    const behind = await openHouse("server", { ...settings, ...(!isShared && { LOG_KEY }) }, { beside: ahead, on });
    try {
      // A new machine is vouched for by the one that runs.
      for (let round = 0; round < 3; round++) for (const { site } of [ahead, behind]) await site.publicLog.run();
      for (const person of [anna, bruno]) await ahead.signAndConfirm(person);
      for (const house of [ahead, behind]) await published(house);
      await ahead.rows(KEEP);
      for (const person of [clara, dieter]) await ahead.signAndConfirm(person);
      await published(ahead);
      await ahead.rows(FALL_BACK);
      const fallenBack = await signed(ahead);
      for (const person of crowd(5)) await behind.signAndConfirm(person);
      await behind.site.publicLog.run().catch(() => {});
      const later = await signed(ahead);
      if (isShared) expect([later, behind.site.publicLog.fault()]).toEqual([fallenBack, "contradiction"]);
      // Nothing that both know of tells it apart from one who is ahead.
      else expect(behind.site.publicLog.fault()).toBeNull();

      await ahead.signAndConfirm(ewa);
      await ahead.site.publicLog.run().catch(() => {});
      expect([await signed(ahead), ahead.site.publicLog.fault()]).toEqual([later, "contradiction"]);
    } finally {
      await behind.site.close();
      await ahead.site.close();
      await database.drop();
      for (const one of folders) await rm(one, { recursive: true });
    }
  });
});

describe("A backup that differs from the published log", () => {
  test("knows somebody as counted whom the log knows as held: both agree afterwards, and no entry is made twice", async () => {
    const { house, backUp, restore } = await houseWithBackups("server");
    try {
      for (const person of [anna, bruno]) await house.signAndConfirm(person);
      await published(house);
      await backUp();
      const [{ id } = { id: "" }] = await house.rows<{ id: string }>(`select id from signatures where email = '${anna.email}'`);
      const held = { signature: id, expected: 1 };
      await house.post("/api/admin/quarantine", held, { authorization: `Bearer ${SETTINGS.ADMIN_KEY}` });
      const before = await published(house);
      await restore();
      await house.site.tasks.runDue();
      house.clock.forward(26 * 3_600_000);
      await house.site.tasks.runDue();
      const after = await published(house);
      await expectContinued(house, before, after);
      expect(inWords(after.entries.slice(before.entries.length))).toEqual(["added imported"]);
      expect([after.count, await count(house)]).toEqual([2, 2]);
    } finally {
      await house.close();
    }
  });

  test("without the copy beside it signs nothing, and says so; the log it has is still served", async () => {
    const { house, backUp, restore } = await houseWithBackups("server");
    try {
      await house.signAndConfirm(anna);
      const before = await published(house);
      await backUp();
      await house.signAndConfirm(bruno);
      await published(house);
      await rm(join(house.dataFolder, "log"), { recursive: true });
      await restore();
      expect(house.site.publicLog.fault()).toBe("copy-missing");
      await house.signAndConfirm(clara);
      const after = await published(house);
      expect(after.head).toEqual(before.head);
      expect(await count(house)).toBe(2);
      expect(await house.rows("select kind, reason from log_queue")).toEqual([{ kind: "added", reason: "confirmed" }]);

      await house.site.publicLog.restart("petition.example", textsOf(house));
      const anew = await published(house);
      expect(house.site.publicLog.fault()).toBeNull();
      expect(anew.head.origin).toBe("petition.example/log/2");
      expect(anew.count).toBe(2);
      const [{ before: named } = { before: "" }] = await house.rows<{ before: string }>("select before from log_state");
      expect(readNote(named)?.text).toBe(before.note.text);
    } finally {
      await house.close();
    }
  });

  test("that contradicts the copy is neither signed nor served", async () => {
    const { house, backUp, restore } = await houseWithBackups("server");
    try {
      await backUp();
      for (const person of [anna, bruno]) await house.signAndConfirm(person);
      await published(house);
      await cp(join(house.dataFolder, "log"), join(house.dataFolder, "kept"), { recursive: true });
      await rm(join(house.dataFolder, "log"), { recursive: true });
      await restore();
      // A log without a signature is taken up again; then it is another one.
      for (const person of [clara, dieter]) await house.signAndConfirm(person);
      await published(house);
      await rm(join(house.dataFolder, "log"), { recursive: true });
      await rename(join(house.dataFolder, "kept"), join(house.dataFolder, "log"));
      await house.restart();
      expect(house.site.publicLog.fault()).toBe("contradiction");
      expect((await house.get("/log/checkpoint")).status).toBe(503);
      expect((await house.get("/")).status).toBe(200);
      await house.signAndConfirm(ewa);
      expect(await count(house)).toBe(3);
    } finally {
      await house.close();
    }
  });
});

describe("The copy beside the database", () => {
  test.each(["the note", "half of the entries", "all entries"])(
    "that lost %s is made whole out of the database",
    async (lost) => {
      const house = await openHouse("server", SETTINGS);
      try {
        for (const person of crowd(20)) await house.signAndConfirm(person);
        const before = await published(house);
        const entries = join(house.dataFolder, "log", "entries");
        const note = join(house.dataFolder, "log", "note");
        if (lost === "half of the entries") await truncate(entries, 1000);
        if (lost === "all entries") await truncate(entries, 0);
        if (lost === "the note") await truncate(note, 10);
        await house.restart();
        await house.signAndConfirm(anna);
        await expectContinued(house, before, await published(house));
        expect(house.site.publicLog.fault()).toBeNull();
      } finally {
        await house.close();
      }
    },
  );

  test("holds what was published even where the note is older: an entry that a crash cut off is none", async () => {
    const house = await openHouse("server", SETTINGS);
    try {
      await house.signAndConfirm(anna);
      await published(house);
      const folder = join(house.dataFolder, "log");
      await cp(join(folder, "note"), join(house.dataFolder, "older"));
      await house.signAndConfirm(bruno);
      const before = await published(house);
      await house.site.close();
      await rename(join(house.dataFolder, "older"), join(folder, "note"));
      await house.restart();
      await house.signAndConfirm(clara);
      await expectContinued(house, before, await published(house));
      expect((await readdir(folder)).toSorted()).toEqual(["entries", "note"]);
    } finally {
      await house.close();
    }
  });
});

describe("Before a signature is in it, the log", () => {
  test("begins anew under another name; afterwards it keeps its name", async () => {
    const folder = await mkdtemp(join(tmpdir(), "petition-test-"));
    const database = await createServerDatabase();
    const on = { databaseUrl: database.url, dataFolder: folder };
    const opened = async (PUBLIC_URL: string, act: (house: House) => Promise<unknown>) => {
      const house = await openHouse("server", { ...SETTINGS, PUBLIC_URL }, { on });
      await act(house).finally(() => house.close());
    };
    try {
      await opened("https://one.example", async (house) =>
        expect((await published(house)).head).toMatchObject({ origin: "one.example/log", size: TEXTS }),
      );
      await opened("https://two.example:8443", async (house) => {
        expect((await published(house)).head).toMatchObject({ origin: "two.example:8443/log", size: TEXTS });
        await house.signAndConfirm(anna);
        await published(house);
      });
      await opened("https://three.example", async (house) => {
        const { head, count } = await published(house);
        expect([head.origin, count]).toEqual(["two.example:8443/log", 1]);
        expect(house.site.publicLog.fault()).toBeNull();
      });
    } finally {
      await database.drop();
      await rm(folder, { recursive: true });
    }
  });
});

function textsOf({ site }: House) {
  const text = (language: "de") => site.petition.presentTexts(language).consent;
  const texts = ["de", "en", "fr", "it", "es", "pl", "nl"].map((language) => [language, text(language as "de")]);
  return Object.fromEntries(texts) as Parameters<typeof site.publicLog.restart>[1];
}
