/** Rows, number and log, set beside each other: at the start, and every night. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ReceiptOutcome } from "../../../contract/transparency.ts";
import { codeOf, verifyReceipt } from "../../../petition/transparency/receipt.ts";
import { makeCrypto, sha256Bytes } from "../../platform/crypto/crypto.ts";
import { makePersonalLink } from "../../platform/crypto/links.ts";
import { verifySignature } from "../../platform/crypto/log-keys.ts";
import { type House, openHouse } from "../../testing/house.ts";
import { inWords, readLog } from "../../testing/log-reader.ts";
import { anna, bruno, clara, dieter } from "../../testing/people.ts";
import { commitTo, compareLog } from "./log-agreement.ts";

const SECRET_KEY = "the-secret-key-of-these-tests";
const NIGHT = 26 * 3_600_000;

describe("Rows that come or go behind the site's back", () => {
  let house: House;
  const logged: string[] = [];
  beforeAll(async () => {
    house = await openHouse(
      "server",
      { PUBLIC_URL: "https://petition.example", SECRET_KEY },
      { log: (line) => void logged.push(line) },
    );
    for (const person of [anna, bruno, clara]) await house.signAndConfirm(person);
    read = (await published()).entries.length;
  });
  afterAll(() => house.close());

  let read = 0;
  async function published() {
    await house.site.publicLog.run();
    return readLog(house.url);
  }
  async function news(): Promise<string[]> {
    const { entries } = await published();
    const since = inWords(entries.slice(read));
    read = entries.length;
    return since;
  }
  async function expectAgreement(people: number): Promise<void> {
    const { body } = await house.get<{ signatureCount: number }>("/api/petition/stats?petitionId=bargeld-erhalten");
    expect([(await readLog(house.url)).count, body.signatureCount]).toEqual([people, people]);
    expect(await compareLog(house.site.database.db, { thoroughly: true })).toEqual({ log: people, rows: people, missing: 0 });
  }
  async function night(): Promise<void> {
    house.clock.forward(NIGHT);
    await house.site.tasks.runDue();
  }

  test("an import: after the next start each row has an entry, and who was imported a receipt", async () => {
    await house.rows(`insert into signatures (full_name, email, visibility, confirmed_at, locale)
      select 'Imported', 'imported.' || number || '@Example.org', 'private', '2026-06-01T12:00:00Z', 'fr' from generate_series(1, 200) number`);
    await house.restart();
    await house.site.tasks.runDue();
    expect(await news()).toEqual(Array(200).fill("added imported"));
    await expectAgreement(203);

    const [{ id } = { id: "" }] = await house.rows<{ id: string }>(
      "select id from signatures where email = 'imported.7@Example.org'",
    );
    const link = makePersonalLink({ crypto: makeCrypto([SECRET_KEY]), clock: house.clock }, id, "fr");
    const token = new URL(link, house.url).searchParams.get("token") ?? "";
    const { body } = await house.post<ReceiptOutcome>("/api/petition/receipt", { token });
    if (body.outcome !== "receipt") throw new Error(body.outcome);
    const { keys } = await readLog(house.url);
    expect(await verifyReceipt({ sha256: sha256Bytes, verifySignature }, body.receipt, keys)).toMatchObject({ fault: null });
    expect(body.receipt.opening).toMatchObject({ address: "imported.7@example.org", petitionVersion: "" });
    expect(body.code).toBe(codeOf(sha256Bytes, body.receipt.entry));
  });

  test("two spellings of one mailbox count twice in an import: both have an entry", async () => {
    await house.rows(
      "insert into signatures (full_name, email) values ('Max', 'max.muster@gmail.com'), ('Max', 'maxmuster+2@googlemail.com')",
    );
    await house.restart();
    await house.site.tasks.runDue();
    expect(await news()).toEqual(Array(2).fill("added imported"));
    await expectAgreement(205);
  });

  test("rows that an import gave a hash of its own, or the hash of another, are committed to anew", async () => {
    await house.rows(`insert into signatures (full_name, email, signature_hash) values ('Hash', 'hash@example.org', 'no hash of ours'),
      ('One', 'one@example.org', repeat('a', 64)), ('Two', 'two@example.org', repeat('a', 64))`);
    await house.restart();
    await house.site.tasks.runDue();
    await night();
    expect(await news()).toEqual(Array(3).fill("added imported"));
    await expectAgreement(208);
    const [row] = await house.rows("select count(distinct signature_hash)::int as hashes from signatures");
    expect(row).toEqual({ hashes: 208 });
  });

  test("a row that got another address since it was read is not committed to with the former one", async () => {
    const [row] = await house.rows<{ id: string; hash: string }>(
      `select id, signature_hash as hash from signatures where email = '${anna.email}'`,
    );
    const read = { consentVersion: null, petitionVersion: null, normalisedEmail: null };
    const rows = [{ ...read, id: row?.id ?? "", signatureHash: row?.hash ?? "", email: "former@example.org" }];
    expect(await commitTo(house.site.database.db, rows)).toBe(0);
    await expectAgreement(208);
  });

  test("a row that vanishes is lost: said at night, with what was wrong, and the number falls in both", async () => {
    await house.rows(`delete from signatures where email = '${bruno.email}'`);
    await night();
    expect(await news()).toEqual(["removed lost"]);
    await expectAgreement(207);
    expect(logged.join()).toContain("The public log and the rows did not agree");
  });

  test("one goes and another comes: the number agrees, and the night finds both", async () => {
    await house.rows(`delete from signatures where email = '${clara.email}'`);
    await house.rows(
      `insert into signatures (full_name, email, normalised_email) values ('Dieter', '${dieter.email}', '${dieter.email}')`,
    );
    await night();
    expect((await news()).toSorted()).toEqual(["added imported", "removed lost"]);
    await expectAgreement(207);
  });

  test("an imported row that goes before it has an entry leaves no trace in the log", async () => {
    await house.rows("insert into signatures (full_name, email) values ('Gone', 'gone@example.org')");
    await house.rows("update signature_count set count = count + 1");
    await house.post("/api/petition/delete", { email: "gone@example.org", confirmDeletion: true });
    await night();
    expect(await news()).toEqual([]);
    await expectAgreement(207);
  });
});

describe("A database from before the log", () => {
  test("is in it from the first start on, whole", async () => {
    const house = await openHouse("server", { PUBLIC_URL: "https://petition.example" });
    try {
      for (const person of [anna, bruno]) await house.signAndConfirm(person);
      await house.rows("truncate log_state, log_entries, log_tiles, log_hours, log_texts, log_queue");
      await house.site.publicLog.restart("petition.example", Object.fromEntries(TEXTS) as never);
      await house.site.publicLog.run();
      const { entries, count } = await readLog(house.url);
      expect(inWords(entries.slice(-2))).toEqual(["added imported", "added imported"]);
      expect(count).toBe(2);
    } finally {
      await house.close();
    }
  });
});

const TEXTS = ["de", "en", "fr", "it", "es", "pl", "nl"].map((language) => [language, language]);
