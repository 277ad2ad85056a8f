import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ConfirmAnswer } from "../../../contract/confirmation.ts";
import type { ReceiptOutcome } from "../../../contract/transparency.ts";
import { LANGUAGES } from "../../../petition/language.ts";
import { codeOf, readReceipt, verifyReceipt } from "../../../petition/transparency/receipt.ts";
import { sha256, sha256Bytes } from "../../platform/crypto/crypto.ts";
import { makeSigningKey, verifySignature } from "../../platform/crypto/log-keys.ts";
import { ENGINES } from "../../testing/databases.ts";
import { type House, openHouse } from "../../testing/house.ts";
import { inWords, readLog } from "../../testing/log-reader.ts";
import { anna, bruno, clara, crowd, dieter, ewa, type Person } from "../../testing/people.ts";

const ADMIN_KEY = "key-of-the-administrator-for-tests";
const SECRET_KEY = "a-secret-key-that-both-of-them-share";
const BEARER = { authorization: `Bearer ${ADMIN_KEY}` };
const HOUR = 3_600_000;
const tools = { sha256: sha256Bytes, verifySignature };

describe.each(ENGINES)("The public log (%s database)", (engine) => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(engine, { ADMIN_KEY, PUBLIC_URL: "https://petition.example" });
  });
  afterAll(() => house.close());

  let read = 0;
  /** What the log says since this was asked the last time, once what waits is appended. */
  async function news(): Promise<string[]> {
    await house.site.publicLog.run();
    const { entries } = await readLog(house.url);
    const since = inWords(entries.slice(read));
    read = entries.length;
    return since;
  }
  const countShown = async () =>
    (await house.get<{ signatureCount: number }>("/api/petition/stats?petitionId=bargeld-erhalten")).body.signatureCount;
  const idOf = async ({ email }: Person) =>
    (await house.rows<{ id: string }>(`select id from signatures where email = '${email}'`))[0]?.id ?? "";
  async function confirmed(person: Person): Promise<string> {
    await house.sign(person);
    const { body } = await house.confirm(await house.tokenOf(person));
    house.clock.forward(60_000);
    return new URL((body as ConfirmAnswer).personalLink ?? "", house.url).searchParams.get("token") ?? "";
  }
  const receiptOf = (token: string) => house.post<ReceiptOutcome>("/api/petition/receipt", { token });

  test("begins, before anybody has signed, with the text of the petition in each language", async () => {
    const { head, keys, entries } = await readLog(house.url);
    expect(head).toMatchObject({ origin: "petition.example/log", size: LANGUAGES.length });
    expect(keys).toEqual([expect.stringMatching(/^petition\.example\/log\+[\da-f]{8}\+A/)]);
    expect(inWords(entries)).toEqual(LANGUAGES.map((language) => `text ${language}`));
    for (const entry of entries) {
      const hash = entry.kind === "text" ? entry.hash : "";
      const { body, headers } = await house.get<string>(`/log/text/${hash}`);
      expect(sha256(body)).toBe(hash);
      expect(headers.get("access-control-allow-origin")).toBe("*");
    }
    read = entries.length;
  });

  test("says nothing of who has not confirmed, and one word of who has", async () => {
    await house.sign(anna);
    expect(await news()).toEqual([]);
    await house.confirm(await house.tokenOf(anna));
    house.clock.forward(60_000);
    expect(await news()).toEqual(["added confirmed"]);
  });

  test("sorts what is appended together by its commitment, what is added before what is removed", async () => {
    for (const person of [bruno, clara, ewa, ...crowd(5)]) await house.signAndConfirm(person);
    await house.post("/api/petition/delete", { email: clara.email, confirmDeletion: true });
    expect(await news()).toEqual([...Array(8).fill("added confirmed"), "removed withdrawn"]);
    const { entries } = await readLog(house.url);
    const commitments = entries.slice(-9, -1).map((entry) => (entry.kind === "added" ? entry.commitment : ""));
    expect(commitments).toEqual(commitments.toSorted());
  });

  test("tells the classes apart: withdrawn, restored, held, released, deleted; each added again has another commitment", async () => {
    const before = await readLog(house.url);
    await house.site.outbox.runDue();
    const link = house.inbox
      .of(clara.email)
      .flatMap((letter) => letter.links)
      .find((one) => one.includes("/wiederherstellen"));
    const token = new URL(link ?? "").searchParams.get("token") ?? "";
    const { petition } = house.site;
    const visitor = { address: "127.0.0.1", userAgent: null, limited: false, language: "en" } as const;
    expect(await petition.restore(token, visitor, petition.presentTexts("en"))).toMatchObject({ outcome: "restored" });
    expect(await news()).toEqual(["added restored"]);

    const held = { signature: await idOf(bruno), expected: 1 };
    await house.post("/api/admin/quarantine", held, BEARER);
    expect(await news()).toEqual(["removed held"]);
    await house.post("/api/admin/release", held, BEARER);
    expect(await news()).toEqual(["added released"]);

    await fetch(`${house.url}/api/admin/signatures/${await idOf(ewa)}`, { method: "DELETE", headers: BEARER });
    expect(await news()).toEqual(["removed deleted"]);

    const { entries } = await readLog(house.url);
    const commitments = entries.flatMap((entry) => (entry.kind === "added" ? [entry.commitment] : []));
    expect(new Set(commitments).size).toBe(commitments.length);
    expect(commitments.length).toBe(before.entries.filter(({ kind }) => kind === "added").length + 2);
  });

  test("holds as many added less removed as the site shows signatures", async () => {
    const { count } = await readLog(house.url);
    expect(count).toBe(await countShown());
  });

  test("gives an hour, in UTC, that never falls, also where the clock is set back", async () => {
    house.clock.forward(-5 * HOUR);
    await house.signAndConfirm(crowd(1, "back")[0] as Person);
    house.clock.forward(5 * HOUR);
    await news();
    const hours = (await readLog(house.url)).entries.map(({ hour }) => hour);
    expect(hours).toEqual(hours.toSorted());
  });

  test("proves to Ewa, from her receipt alone, that she was counted; after her withdrawal nobody gets one", async () => {
    const token = await confirmed(ewa);
    expect((await receiptOf(token)).body).toEqual({ outcome: "waiting" });
    await news();
    const { status, body } = await receiptOf(token);
    expect(status).toBe(200);
    if (body.outcome !== "receipt") throw new Error(body.outcome);
    const { keys, entries } = await readLog(house.url);
    expect(await verifyReceipt(tools, body.receipt, keys)).toMatchObject({ fault: null });
    expect(body.number).toBe(entries.filter(({ kind }) => kind === "added").length);
    expect(body.code).toBe(codeOf(sha256Bytes, body.receipt.entry));
    expect(entries[body.receipt.index]).toEqual(JSON.parse(body.receipt.entry));
    expect(body.receipt.opening).toMatchObject({ address: ewa.email, id: await idOf(ewa) });

    const file = await house.site.petition.personalFile(token, { language: "pl" });
    const taken = JSON.parse("json" in file ? file.json : "{}");
    expect(taken.receipt).toEqual(body.receipt);
    const proof = await house.post<string>("/api/petition/receipt?format=tlog-proof", { token });
    expect(proof).toMatchObject({ status: 200, body: taken.tlogProof });
    expect(readReceipt(proof.body)).toEqual(body.receipt);

    await house.site.petition.withdrawOwn(token, { language: "pl" });
    expect(await receiptOf(token)).toMatchObject({ status: 404, body: { outcome: "gone" } });
    expect(await receiptOf("nobody")).toMatchObject({ status: 404, body: { outcome: "unknown" } });
    expect(await house.post("/api/petition/receipt", [])).toMatchObject({ status: 400 });
    await news();
  });

  test("gives no receipt to who is held back", async () => {
    const token = await confirmed(dieter);
    await house.post("/api/admin/quarantine", { signature: await idOf(dieter), expected: 1 }, BEARER);
    expect((await receiptOf(token)).body).toEqual({ outcome: "none" });
    await news();
  });

  test("grows past a tile, and every width of a tile that is published is answered; nothing beyond is", async () => {
    await house.rows(`insert into log_queue (kind, reason, hash)
      select 'added', 'imported', encode(sha256(number::text::bytea), 'hex') from generate_series(1, 600) number`);
    await house.rows(`insert into log_queue (kind, reason) select 'removed', 'lost' from generate_series(1, 600)`);
    await news();
    const { head } = await readLog(house.url);
    const at = async (path: string) => {
      const { status, headers } = await fetch(`${house.url}/log/tile/${path}`);
      return `${status} ${headers.get("cache-control")}`;
    };
    const width = head.size % 256;
    const last = String(Math.floor(head.size / 256)).padStart(3, "0");
    expect(await at("0/000")).toBe("200 public, max-age=31536000, immutable");
    expect(await at("entries/000")).toBe("200 public, max-age=31536000, immutable");
    expect(await at(`0/${last}.p/${width}`)).toBe("200 public, max-age=60");
    expect(await at(`1/000.p/${last.replace(/^0+/, "")}`)).toBe("200 public, max-age=60");
    for (const beyond of [
      `0/${last}.p/${width + 1}`,
      `entries/${last}.p/${width + 1}`,
      `0/${last}`,
      "1/000",
      "1/001",
      "2/000.p/1",
    ])
      expect(await at(beyond), beyond).toBe("404 public, max-age=1");
    for (const wrong of [
      "0/0",
      "0/000.p/0",
      "0/000.p/256",
      "0/000.p/01",
      "x/000",
      "63/000",
      "64/000",
      "-1/000",
      "0/x000/000",
      "0/999/000",
      "",
    ])
      expect(await at(wrong), wrong).toMatch(/^404 /);
    for (const path of ["/log", "/log/", "/log/nothing", "/log/text/abc", `/log/text/${"0".repeat(64)}`])
      expect((await fetch(house.url + path)).status, path).toBe(404);
  });

  test("is readable from anywhere, sets nothing, and tells who asks again that nothing is new", async () => {
    const { headers } = await fetch(`${house.url}/log/checkpoint`);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("set-cookie")).toBeNull();
    const again = { "if-none-match": headers.get("etag") ?? "" };
    expect((await fetch(`${house.url}/log/checkpoint`, { headers: again })).status).toBe(304);
    await house.signAndConfirm(crowd(1, "later")[0] as Person);
    await house.site.publicLog.run();
    expect((await fetch(`${house.url}/log/checkpoint`, { headers: again })).status).toBe(200);
  });
});

test.each(["a folder of its own", "the same folder"])(
  "of two processes started together, with %s, the one that found no log joins the one that the other began",
  async (folder) => {
    const settings = {
      ADMIN_KEY,
      PUBLIC_URL: "https://petition.example",
      SECRET_KEY,
      LOG_KEY: makeSigningKey("petition.example/log"),
    };
    let first: House | undefined;
    const ownFolder = await mkdtemp(join(tmpdir(), "petition-test-"));
    const second = await openHouse("server", settings, {
      async meanwhile({ databaseUrl, dataFolder }) {
        const kept = folder === "the same folder" ? dataFolder : ownFolder;
        first = await openHouse("server", settings, { on: { databaseUrl, dataFolder: kept } });
        await first.signAndConfirm(anna);
        await first.site.publicLog.run();
      },
    });
    try {
      expect(second.site.publicLog.fault()).toBeNull();
      await second.signAndConfirm(bruno);
      await second.site.publicLog.run();
      const [one, other] = [await readLog(first?.url ?? ""), await readLog(second.url)];
      expect(other).toEqual(one);
      expect(inWords(one.entries.slice(LANGUAGES.length))).toEqual(["added confirmed", "added confirmed"]);
    } finally {
      await first?.close();
      await second.close();
      await rm(ownFolder, { recursive: true });
    }
  },
);
