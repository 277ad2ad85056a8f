/** A backup made while people sign, restored elsewhere: whatever was promised to them still holds there. */
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { PetitionStats } from "../../../contract/supporters.ts";
import type { ReceiptOutcome } from "../../../contract/transparency.ts";
import { tellAddress } from "../../platform/database/address.ts";
import { runCommand } from "../../testing/command.ts";
import { copyOfTemplate, createServerDatabase, type Engine } from "../../testing/databases.ts";
import { type House, openHouse } from "../../testing/house.ts";
import { plainBackupOf } from "../../testing/kept.ts";
import { readLog } from "../../testing/log-reader.ts";
import { anna, bruno, clara, crowd, dieter, ewa, type Person } from "../../testing/people.ts";
import { startCommand } from "../../testing/process.ts";
import { LEFT_OUT, partsOf } from "./format.ts";
import { readPacked } from "./packing.ts";

const PUBLIC_URL = "https://petition.example";

/** An empty database, as whoever moves house has it. */
async function openPlace(engine: Engine, { migrated }: { migrated: boolean }) {
  const database = engine === "server" ? await createServerDatabase({ migrated }) : null;
  const dataFolder =
    engine === "embedded" && migrated ? await copyOfTemplate() : await mkdtemp(join(tmpdir(), "petition-test-"));
  return {
    engine,
    dataFolder,
    settings: { DATA_DIR: dataFolder, DATABASE_URL: database?.url, PUBLIC_URL },
    open: () => openHouse(engine, { PUBLIC_URL }, { on: { databaseUrl: database?.url, dataFolder } }),
    async remove() {
      await database?.drop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

async function run(args: string[], settings: Record<string, string | undefined>): Promise<{ stdout: string; stderr: string }> {
  const { code, stdout, stderr } = await runCommand(args, settings);
  expect(`${stderr}${code}`).toMatch(/0$/);
  return { stdout, stderr };
}

const count = async (house: House) => (await house.get<PetitionStats>("/api/petition/stats")).body.signatureCount;
const addresses = async (house: House) =>
  (await house.rows<{ email: string }>("select email from signatures")).map(({ email }) => email);

async function withdraw(house: House, { email }: Person): Promise<string> {
  await house.post("/api/petition/delete", { email, confirmDeletion: true });
  await house.site.outbox.runDue();
  const links = house.inbox.of(email).flatMap((letter) => letter.links);
  return new URL(links.findLast((link) => link.includes("/wiederherstellen")) ?? "").searchParams.get("token") ?? "";
}

async function bringBack(house: House, token: string): Promise<string> {
  const visitor = { address: "127.0.0.1", userAgent: null, limited: false, language: "de" as const };
  return (await house.site.petition.restore(token, visitor, house.site.petition.presentTexts("de"))).outcome;
}

async function receiptOf(house: House, personalToken: string) {
  const { body } = await house.post<ReceiptOutcome>("/api/petition/receipt", { token: personalToken });
  if (body.outcome !== "receipt") throw new Error(body.outcome);
  return body.receipt;
}

describe.each([
  ["embedded", "server"],
  ["server", "embedded"],
] as const)("A petition moves from the %s database to the %s one", { timeout: 300_000 }, (engine, other) => {
  test("the number, the log, links and receipts go on; whoever was erased, before or after the backup, stays erased", async () => {
    const [from, to] = [await openPlace(engine, { migrated: true }), await openPlace(other, { migrated: false })];
    const kept = await mkdtemp(join(tmpdir(), "petition-backup-"));
    const at = (name: string) => join(kept, name);
    try {
      const old = await from.open();
      for (const person of [bruno, clara, dieter]) await old.signAndConfirm(person);
      await old.sign(anna);
      const { personalLink = "" } = (await old.confirm(await old.tokenOf(anna))).body;
      const annas = new URL(personalLink, PUBLIC_URL).searchParams.get("token") ?? "";
      await old.sign(ewa);
      const ewas = await old.tokenOf(ewa);
      const brunos = await withdraw(old, bruno);
      await old.site.publicLog.run();
      await writeFile(at("receipt"), JSON.stringify(await receiptOf(old, annas)));

      const { stdout: recipient } = await run(["backup", "--new-key", at("key")], {});
      if (engine === "embedded") await tellAddress(from.dataFolder, old.url);
      const made = startCommand(["backup", "--out", at("backup")], { ...from.settings, BACKUP_KEY: recipient.trim() }).ended;
      const meanwhile = crowd(15, "meanwhile");
      for (const person of meanwhile) await old.signAndConfirm(person);
      expect(await made).toMatchObject({ code: 0 });
      expect(JSON.parse(await readFile(join(from.dataFolder, "last-backup.json"), "utf8"))).toMatchObject({
        file: at("backup"),
        encrypted: true,
      });

      // It goes on for a while; what happens then is in no backup.
      const [later = anna] = crowd(1, "later");
      await old.signAndConfirm(later);
      const dieters = await withdraw(old, dieter);
      await old.site.publicLog.run();
      await run(["log", "verify", old.url, "--state", at("state"), "--receipt", at("receipt")], {});
      await old.close();
      const keep = (name: string) => cp(join(from.dataFolder, name), join(to.dataFolder, name), { recursive: true });
      await keep("log");
      const asked = await runCommand(["restore", at("backup"), "--key", at("key")], to.settings, "n\n");
      expect(asked.stderr).toContain(
        "The public log counts 1 withdrawals and deletions after this backup: up to 1 of them are",
      );
      expect(asked.stderr).toMatch(/Nothing was changed\.\n$/);
      await keep("erased-signatures");

      const { stderr } = await run(["restore", at("backup"), "--key", at("key"), "--yes"], to.settings);
      expect(stderr).toContain("erased-signatures names 1 who were erased after this backup: they stay erased.");
      const house = await to.open();
      try {
        const present = await addresses(house);
        expect(present).toEqual(expect.arrayContaining([anna.email, clara.email]));
        for (const gone of [bruno, dieter, later]) expect(present).not.toContain(gone.email);
        expect(house.site.erasedAgain).toBe(1);
        expect(await count(house)).toBe(present.length);
        await house.site.publicLog.run();
        expect(house.site.publicLog.fault()).toBeNull();
        await run(["log", "verify", house.url, "--state", at("state"), "--receipt", at("receipt")], {});

        // What was never confirmed is in no backup: she signs once more.
        expect((await house.confirm(ewas)).status).toBe(404);
        await house.signAndConfirm(ewa);
        expect(await receiptOf(house, annas)).toMatchObject({ origin: "petition.example/log" });
        expect([await bringBack(house, brunos), await bringBack(house, dieters)]).toEqual(["restored", "restored"]);
        await house.site.publicLog.run();
        const { count: published } = await readLog(house.url);
        expect(published).toBe(present.length + 3);
        expect(await count(house)).toBe(published);
        // Each table goes on, with its triggers and its own numbers.
        await house.signAndConfirm(later);
        expect(await count(house)).toBe(published + 1);
      } finally {
        await house.close();
      }
    } finally {
      for (const place of [from, to]) await place.remove();
      await rm(kept, { recursive: true });
    }
  });
});

describe("A backup", { timeout: 120_000 }, () => {
  test("holds nothing of whoever has not confirmed, nor of whoever is erased while an e-mail still waits", async () => {
    const house = await openHouse("server", { DELETE_BY: "request" });
    try {
      await house.signAndConfirm(anna);
      await house.signAndConfirm(bruno);
      await house.post("/api/petition/delete", { email: bruno.email, confirmDeletion: true });
      await house.sign(clara);
      const ids = await house.rows<{ id: string }>("select id from pending_confirmations where status <> 'confirmed'");
      const [mailbox] = await house.rows<{ hash: string }>(
        "select email_hash as hash from mail_cooldowns order by last_at desc limit 1",
      );
      const lines = await plainBackupOf(house);
      expect(lines).toContain(anna.email);
      expect(ids.length).toBe(1);
      for (const told of [clara.email, clara.fullName, ...ids.map(({ id }) => id), mailbox?.hash ?? "", bruno.email])
        expect(lines).not.toContain(told);
      expect(lines).not.toMatch(/erased-email|confirmation-email/);
    } finally {
      await house.close();
    }
  });

  test("is encrypted unless --plain is said: without a key it is refused, with a sentence that says how to make one", async () => {
    const house = await openHouse("server");
    const kept = await mkdtemp(join(tmpdir(), "petition-backup-"));
    try {
      const settings = { DATA_DIR: house.dataFolder, DATABASE_URL: house.databaseUrl };
      const { code, stderr } = await runCommand(["backup", "--out", `${kept}/made/`], settings);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/^BACKUP_KEY: .*backup --new-key FILE.*--plain\.\n$/)]);
      expect(await readdir(kept)).toEqual([]);
      const { stdout: recipient } = await run(["backup", "--new-key", join(kept, "key")], {});
      const { stderr: said } = await run(["backup", "--out", join(kept, "made")], {
        ...settings,
        BACKUP_KEY: recipient.trim(),
      });
      expect(said).toContain("encrypted, with the keys");
    } finally {
      await house.close();
      await rm(kept, { recursive: true });
    }
  });

  test("in plain holds none of the site's keys, and every table but those that are left out", async () => {
    const house = await openHouse("server");
    const kept = await mkdtemp(join(tmpdir(), "petition-backup-"));
    try {
      await house.signAndConfirm(anna);
      const settings = { DATA_DIR: house.dataFolder, DATABASE_URL: house.databaseUrl };
      const { stderr } = await run(["backup", "--out", `${kept}/made/`, "--plain"], settings);
      expect(stderr).toMatch(/not encrypted, without the keys\.\nKeep admin-key, secret-key and log-key of .* apart/);
      const { file } = JSON.parse(await readFile(join(house.dataFolder, "last-backup.json"), "utf8")) as { file: string };
      const kinds: string[] = [];
      const tables: string[] = [];
      for await (const part of partsOf(readPacked(file, []))) {
        kinds.push(part.kind);
        if (part.kind === "table") tables.push(part.table);
      }
      expect(kinds).not.toContain("key");
      const all = await house.rows<{ name: string }>("select tablename as name from pg_tables where schemaname = 'public'");
      expect([...tables, ...LEFT_OUT].sort()).toEqual(all.map(({ name }) => name).sort());
      expect(await house.rows("select action from audit_log where entity_id = 'backup'")).toEqual([{ action: "backed-up" }]);
    } finally {
      await house.close();
      await rm(kept, { recursive: true });
    }
  });

  test("in a folder, those older than 30 days are deleted, and nothing else is", async () => {
    const house = await openHouse("server");
    const kept = await mkdtemp(join(tmpdir(), "petition-backup-"));
    try {
      const names = [
        "bargeld-erhalten-2026-01-01T00-00-00Z.backup",
        "bargeld-erhalten-2026-01-01T00-00-00Z.backup.old",
        "other",
      ];
      for (const name of names) await writeFile(join(kept, name), "");
      const settings = { DATA_DIR: house.dataFolder, DATABASE_URL: house.databaseUrl };
      const { stderr } = await run(["backup", "--out", kept, "--plain"], settings);
      expect(stderr).toContain("1 older than 30 days deleted");
      for (const name of names.slice(1)) expect(await readFile(join(kept, name), "utf8")).toBe("");
      await expect(readFile(join(kept, names[0] ?? ""))).rejects.toThrow("ENOENT");
      const unmade = join(kept, "every-night");
      await run(["backup", "--out", `${unmade}/`, "--plain"], settings);
      expect(await readdir(unmade)).toEqual([expect.stringMatching(/^bargeld-erhalten-.+\.backup$/)]);
      expect((await stat(unmade)).mode & 0o777).toBe(0o700);
    } finally {
      await house.close();
      await rm(kept, { recursive: true });
    }
  });
});
