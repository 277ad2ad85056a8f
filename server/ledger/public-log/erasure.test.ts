/** Erasure stays erasure (privacy.retention.publicLog): what the public log has kept of Anna leads nobody to her. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PetitionStats } from "../../../contract/supporters.ts";
import type { ReceiptOutcome } from "../../../contract/transparency.ts";
import { normaliseEmail } from "../../../petition/mailbox.ts";
import { changeBy, type LogEntry, readEntry } from "../../../petition/transparency/entry.ts";
import {
  cosignedText,
  idOfKey,
  KEY_TYPES,
  readNote,
  signatureLine,
  writeCosignature,
  writeKey,
} from "../../../petition/transparency/note.ts";
import {
  committedText,
  type Opening,
  type Receipt,
  readReceipt,
  verifyReceipt,
} from "../../../petition/transparency/receipt.ts";
import { bundleOf, entriesIn } from "../../../petition/transparency/tiles.ts";
import { sha256, sha256Bytes } from "../../platform/crypto/crypto.ts";
import { signingKeyFrom, verifySignature } from "../../platform/crypto/log-keys.ts";
import { clockAt } from "../../testing/clock.ts";
import type { Engine } from "../../testing/databases.ts";
import { type House, NOON, openHouse } from "../../testing/house.ts";
import { filesIn, plainBackupOf, tablesOf } from "../../testing/kept.ts";
import { anna, bruno, type Person } from "../../testing/people.ts";

const FAR_AWAY = { "x-forwarded-for": "203.0.113.77" };
const TOOLS = { sha256: sha256Bytes, verifySignature };
/** Whatever strangers can read without a key or a link. */
const PUBLIC = [
  ...["/log/checkpoint", "/log/key", "/badge.svg", "/embed", "/api/petition/stats", "/api/petition/supporters"],
  ...["/api/open/counts?by=hour", "/api/open/counts?by=day&format=csv", "/api/petition/supporters-paginated?page=1&limit=50"],
];

interface Answered {
  message?: string;
  signatureCount?: number;
}

const CASES = [
  ["embedded", "request"],
  ["server", "link"],
] as const;

describe.each(CASES)("What the public log keeps (%s database, DELETE_BY=%s)", (engine, deleteBy) => {
  let house: House;
  let witness: Awaited<ReturnType<typeof openWitness>>;
  const lines: string[] = [];
  beforeAll(async () => {
    witness = await openWitness();
    house = await open(engine, deleteBy, witness.setting, lines);
    await house.signAndConfirm(bruno);
    // In a batch of his own: those of one batch are sorted by chance.
    await settle(house);
  });
  afterAll(async () => {
    await house.close();
    await witness.close();
  });

  test("Anna does everything, then withdraws: log, receipt, open data and witness hold nothing that leads to her", async () => {
    const token = await signAndConfirm(house, anna);
    const { receipt, number } = await receiptOf(house, token);
    expect(number).toBe(2);
    expect(receipt.opening.address).toBe(normaliseEmail(anna.email));
    expect(await isGenuine(house, receipt)).toBe(true);
    const file = await house.site.petition.personalFile(token, { language: "de" });
    expect("json" in file && readReceipt(file.json)?.opening).toEqual(receipt.opening);
    const seen = await house.site.petition.personalData(token, { language: "de" });
    expect(JSON.stringify(seen)).toContain(JSON.stringify(receipt.entry).slice(1, -1));
    await house.site.petition.transparency();
    expect(witness.asked()).toContain("old 0\n");
    expect(tracesOf(receipt.opening, await tablesOf(house))).toEqual(expect.arrayContaining(["name", "salt", "id"]));
    expect(opened(receipt, await tablesOf(house))).toEqual([receipt.opening.salt]);
    // One from before still does, until it is deleted.
    expect(opened(receipt, await plainBackupOf(house))).toEqual([receipt.opening.salt]);

    await withdraw(house, anna, deleteBy);
    await settle(house);
    expect(await receiptCall(house, token)).toEqual({ outcome: "gone" });
    const entries = await entriesOf(house);
    expect(entries.filter(({ text }) => text === receipt.entry)).toHaveLength(1);
    expect(entries.at(-1)).toMatchObject({ kind: "removed", reason: "withdrawn" });
    expect(Object.keys(JSON.parse(entries.at(-1)?.text ?? "{}"))).toEqual(["kind", "reason", "hour"]);
    // Whoever kept their receipt can still show it: it is theirs.
    expect(await isGenuine(house, receipt)).toBe(true);

    const kept = [...(await everythingPublic(house)), await tablesOf(house), witness.asked()];
    await house.site.outbox.runDue();
    kept.push(await plainBackupOf(house));
    await house.site.database.maintain();
    await house.site.close();
    kept.push(...[...(await filesIn(house.dataFolder)).values()].map(asText), lines.join(""));
    await house.restart();
    for (const text of kept) {
      expect(tracesOf(receipt.opening, text)).toEqual([]);
      expect(opened(receipt, text)).toEqual([]);
    }
    // So that this test knows what it looks for.
    expect(opened(receipt, JSON.stringify(receipt))).toEqual([receipt.opening.salt]);
  });

  test("a withdrawal shows in the log as it shows in the number, and no other request does", async () => {
    await signAndConfirm(house, anna);
    await settle(house);
    const before = await sums(house);
    await house.post<Answered>("/api/petition/delete", { email: "nobody@example.org", confirmDeletion: true });
    if (deleteBy === "link") await house.post("/api/petition/delete", { email: anna.email, confirmDeletion: true });
    await settle(house);
    expect(await sums(house)).toEqual(before);
    house.clock.forward(5 * 60_000);
    await withdraw(house, anna, deleteBy);
    await settle(house);
    expect(await sums(house)).toEqual({ number: before.number - 1, entries: before.entries + 1, log: before.log - 1 });
  });

  test.runIf(deleteBy === "request")("what comes back has another salt, an entry of its own and the next number", async () => {
    const token = await signAndConfirm(house, anna);
    const { receipt: first, number } = await receiptOf(house, token);
    await withdraw(house, anna, deleteBy);
    await settle(house);
    const { petition } = house.site;
    const visitor = { address: "127.0.0.1", userAgent: null, limited: false, language: "de" as const };
    const restoreToken = await linkTo(house, anna, "/wiederherstellen");
    const restored = await petition.restore(restoreToken, visitor, petition.presentTexts("de"));
    const fresh = "personalLink" in restored ? new URL(restored.personalLink ?? "", house.url).searchParams.get("token") : null;
    const { receipt: second, number: next } = await receiptOf(house, fresh ?? "");
    expect(next).toBe(number + 1);
    expect(second.opening).toEqual({ ...first.opening, salt: expect.any(String) });
    expect([second.opening.salt, second.entry, second.index]).not.toContain(first.opening.salt);
    expect(second.entry).not.toBe(first.entry);
    expect(readEntry(second.entry)).toMatchObject({ kind: "added", reason: "restored" });
    expect([await isGenuine(house, first), await isGenuine(house, second)]).toEqual([true, true]);
    await withdraw(house, anna, deleteBy);
  });
});

test("after the end the log stands, and no salt is left to open it", async () => {
  const key = "the-key-of-our-tests";
  const house = await openHouse("server", { ADMIN_KEY: key });
  try {
    const token = await signAndConfirm(house, anna);
    const { receipt } = await receiptOf(house, token);
    const before = await entriesOf(house);
    await house.post("/api/admin/end", { waive: true }, { authorization: `Bearer ${key}` });
    await house.site.tasks.runDue();
    await settle(house);
    expect(await entriesOf(house)).toEqual(before);
    expect(await house.rows("select from signatures")).toEqual([]);
    expect(tracesOf(receipt.opening, await tablesOf(house))).toEqual([]);
    expect(await receiptCall(house, token)).toEqual({ outcome: "gone" });
    expect((await sums(house)).log).toBe((await sums(house)).number);
  } finally {
    await house.close();
  }
});

function open(engine: Engine, deleteBy: string, witnesses: string, lines: string[]): Promise<House> {
  const settings = { TRUST_PROXY: "loopback", DELETE_BY: deleteBy, LOG_WITNESSES: witnesses };
  return openHouse(engine, settings, { clock: clockAt(NOON), log: (line) => lines.push(line) });
}

/** Answers the token of her own page. */
async function signAndConfirm(house: House, person: Person): Promise<string> {
  await house.sign(person, {}, FAR_AWAY);
  const { body } = await house.confirm(await house.tokenOf(person), FAR_AWAY);
  house.clock.forward(5 * 60_000);
  return new URL(body.personalLink ?? "", house.url).searchParams.get("token") ?? "";
}

/** What waits is appended, and witnesses have answered. */
async function settle(house: House): Promise<void> {
  await house.site.publicLog.run();
  await house.site.publicLog.asked();
}

async function receiptCall(house: House, token: string): Promise<ReceiptOutcome> {
  return (await house.post<ReceiptOutcome>("/api/petition/receipt", { token })).body;
}

async function receiptOf(house: House, token: string): Promise<{ receipt: Receipt; number: number }> {
  await settle(house);
  const outcome = await receiptCall(house, token);
  if (outcome.outcome !== "receipt") throw new Error(`No receipt: ${outcome.outcome}`);
  return outcome;
}

async function isGenuine(house: House, receipt: Receipt): Promise<boolean> {
  const { body } = await house.get<string>("/log/key");
  return (await verifyReceipt(TOOLS, receipt, body.trim().split("\n"))).fault === null;
}

async function linkTo(house: House, person: Person, path: string): Promise<string> {
  await house.site.outbox.runDue();
  const links = house.inbox.of(person.email).flatMap((letter) => letter.links);
  return new URL(links.findLast((link) => link.includes(`${path}?token=`)) ?? house.url).searchParams.get("token") ?? "";
}

async function withdraw(house: House, person: Person, deleteBy: "request" | "link"): Promise<void> {
  await house.post("/api/petition/delete", { email: person.email, confirmDeletion: true }, FAR_AWAY);
  if (deleteBy === "request") return;
  expect(await house.site.petition.withdrawByLink(await linkTo(house, person, "/widerruf"))).toEqual({ outcome: "erased" });
}

async function entriesOf(house: House): Promise<(LogEntry & { text: string })[]> {
  const state = await house.site.publicLog.head();
  const path = state?.size ? `/log/tile/entries/000${state.size === 256 ? "" : `.p/${state.size}`}` : "";
  const bytes = new Uint8Array(await (await fetch(house.url + path)).arrayBuffer());
  return (entriesIn(bytes) ?? []).map((entry) => {
    const text = new TextDecoder().decode(entry);
    return { ...(readEntry(text) as LogEntry), text };
  });
}

async function sums(house: House): Promise<{ number: number; entries: number; log: number }> {
  const { body } = await house.get<PetitionStats>("/api/petition/stats");
  const entries = await entriesOf(house);
  return {
    number: body.signatureCount,
    entries: entries.length,
    log: entries.map(changeBy).reduce((sum: number, change) => sum + change, 0),
  };
}

async function everythingPublic(house: House): Promise<string[]> {
  const answers = await Promise.all(PUBLIC.map((path) => fetch(house.url + path)));
  expect(answers.map(({ status }) => status)).toEqual(PUBLIC.map(() => 200));
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  const entries = (await entriesOf(house)).map(({ text }) => text);
  return [...texts, Buffer.from(bundleOf(entries)).toString(), JSON.stringify(await house.site.petition.transparency())];
}

/** Byte by byte, so that nothing is lost on what is no text. */
const asText = (bytes: Buffer) => bytes.toString("latin1");

/** Of what is hers alone: in clear, hashed, or as bytes. */
function tracesOf({ salt, id, address }: Opening, text: string): string[] {
  const spellings = [anna.email, anna.email.toUpperCase(), address];
  const secrets = {
    ...{ name: anna.fullName, surname: "Bergm", salt, id, network: "203.0.113.77" },
    ...Object.fromEntries(spellings.map((one) => [one, one])),
    ...Object.fromEntries(spellings.map((one) => [`SHA-256 of ${one}`, sha256(one)])),
    ...Object.fromEntries(spellings.map((one) => [`Base64 of ${one}`, Buffer.from(one).toString("base64").replace(/=+$/, "")])),
    idAsBytes: Buffer.from(id.replaceAll("-", ""), "hex").toString("latin1"),
    saltAsBytes: Buffer.from(salt, "hex").toString("latin1"),
  };
  const utf8AsBytes = (one: string) => Buffer.from(one).toString("latin1");
  return Object.entries(secrets)
    .filter(([, secret]) => text.includes(secret) || text.includes(utf8AsBytes(secret)))
    .map(([name]) => name);
}

/** Who knows everything else of the opening, and tries whatever could be a salt: with which it works. */
function opened({ opening, entry }: Receipt, text: string): string[] {
  const read = readEntry(entry);
  const candidates = new Set([...text.matchAll(/(?=([\da-f]{32}))/g)].map(([, one = ""]) => one));
  for (const [uuid] of text.matchAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g)) candidates.add(uuid.replaceAll("-", ""));
  return [...candidates].filter(
    (salt) => read?.kind === "added" && sha256(committedText({ ...opening, salt })) === read.commitment,
  );
}

/** Cosigns whatever it is given, and remembers what that was. */
async function openWitness(): Promise<{ setting: string; asked(): string; close(): Promise<void> }> {
  const asked: string[] = [];
  const signing = signingKeyFrom(new Uint8Array(32).fill(7));
  const key = { name: "witness.example", type: KEY_TYPES.witness, publicKey: signing.publicKey };
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      asked.push(body);
      const text = readNote(body.slice(body.indexOf("\n\n") + 2))?.text ?? "";
      const seconds = 1_800_000_000;
      const signature = writeCosignature(seconds, signing.sign(cosignedText(text, seconds)));
      response.end(signatureLine({ name: key.name, keyId: idOfKey(sha256Bytes, key), signature }));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    setting: `http://127.0.0.1:${(server.address() as AddressInfo).port} ${writeKey(sha256Bytes, key)}`,
    asked: () => asked.join("\n"),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
