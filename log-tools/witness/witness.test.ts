import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toBase64, utf8 } from "../../petition/transparency/bytes.ts";
import { cosignedText, readCosignature, readKey, readNote, signaturesBy } from "../../petition/transparency/note.ts";
import { consistencyProof, leafHash, rootOf } from "../../petition/transparency/tree.ts";
import { entriesUpTo, headOf, KEY, keyNamed, ORIGIN } from "../../server/testing/public-log.ts";
import { verifyTools } from "../verifier/ed25519.ts";
import { openWitness, UnusableWitness, type Witness } from "./witness.ts";

const { sha256, verifySignature } = verifyTools;
const ENTRIES = entriesUpTo(40);
const SECONDS = 1_764_000_000;
const OTHER = keyNamed("another log's", "elsewhere.example/log");

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "witness-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function open(keyFile = join(folder, randomUUID())): Promise<Witness & { keyFile: string; address: string }> {
  const logs = new Map([
    [ORIGIN, [KEY, keyNamed("the log's second")].map(({ written }) => readKey(sha256, written)).filter((key) => key !== null)],
    ["elsewhere.example/log", [readKey(sha256, OTHER.written)].filter((key) => key !== null)],
  ]);
  const place = { host: "127.0.0.1", port: 0 };
  const witness = await openWitness({ ...place, keyFile, name: "witness.example/w", logs, seconds: () => SECONDS });
  return { ...witness, keyFile, address: `http://127.0.0.1:${witness.port}` };
}

async function requestFor(old: number, entries: string[], checkpoint = headOf(entries)): Promise<string> {
  const leaves = entries.map((entry) => leafHash(sha256, utf8(entry)));
  const read = async (level: number, at: number) => rootOf(sha256, leaves.slice(at * 2 ** level, (at + 1) * 2 ** level));
  const proof = await consistencyProof(sha256, old, entries.length, read);
  return `old ${old}\n${proof.map((hash) => `${toBase64(hash)}\n`).join("")}\n${checkpoint}`;
}

async function post({ address }: { address: string }, body: string | Uint8Array<ArrayBuffer>) {
  const answer = await fetch(`${address}/add-checkpoint`, { method: "POST", body });
  return { status: answer.status, type: answer.headers.get("content-type"), text: await answer.text() };
}

const sizeIs = (size: number) => ({ status: 409, type: "text/x.tlog.size", text: `${size}\n` });

describe("A witness's key", () => {
  test("is used by one process at a time; what a killed one has left is taken over", async () => {
    const keyFile = join(folder, randomUUID());
    await writeFile(`${keyFile}.lock`, String(process.ppid));
    await expect(open(keyFile)).rejects.toThrow(UnusableWitness);
    await writeFile(`${keyFile}.lock`, "4194305");
    const witness = await open(keyFile);
    await witness.close();
    await expect(stat(`${keyFile}.lock`)).rejects.toThrow("ENOENT");
  });
});

describe("A witness", () => {
  test("cosigns a first head, one that continues it, and the same one again", async () => {
    const witness = await open();
    for (const [old, size] of [
      [0, 7],
      [7, 40],
      [40, 40],
    ] as const) {
      const entries = ENTRIES.slice(0, size);
      const { status, text } = await post(witness, await requestFor(old, entries));
      expect(status).toBe(200);
      const head = headOf(entries);
      const note = readNote(head + text);
      const key = readKey(sha256, witness.key);
      if (!note || !key) throw new Error("This is no cosigned head");
      const [signature] = signaturesBy(sha256, note, key);
      const cosignature = signature && readCosignature(signature);
      expect(cosignature?.seconds).toBe(SECONDS);
      const signed = cosignedText(note.text, SECONDS);
      expect(verifySignature(signed, cosignature?.signature ?? new Uint8Array(), key.publicKey)).toBe(true);
    }
    await witness.close();
  });

  test("says who it is, and knows no other address", async () => {
    const witness = await open();
    await post(witness, await requestFor(0, ENTRIES));
    const said = await (await fetch(witness.address)).text();
    expect(said).toBe(`Witness ${witness.key} of ${ORIGIN} (40), elsewhere.example/log (0)\n`);
    expect((await fetch(`${witness.address}/add-checkpoint`)).status).toBe(405);
    expect((await fetch(`${witness.address}/elsewhere`)).status).toBe(404);
    await witness.close();
  });

  test("keeps each log's head apart", async () => {
    const witness = await open();
    expect((await post(witness, await requestFor(0, ENTRIES))).status).toBe(200);
    const other = await requestFor(0, ENTRIES.slice(5), headOf(ENTRIES.slice(5), [OTHER], "elsewhere.example/log"));
    expect((await post(witness, other)).status).toBe(200);
    await witness.close();
  });

  test("takes any of a log's keys, beside signatures of others", async () => {
    const witness = await open();
    const head = headOf(ENTRIES, [OTHER, keyNamed("the log's second")]);
    expect((await post(witness, await requestFor(0, ENTRIES, head))).status).toBe(200);
    await witness.close();
  });
});

describe("It refuses", () => {
  let witness: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    witness = await open();
    await post(witness, await requestFor(0, ENTRIES.slice(0, 20)));
  });
  afterAll(() => witness.close());

  test("a log that it does not know (404)", async () => {
    const body = await requestFor(20, ENTRIES, headOf(ENTRIES, [KEY], "strange.example/log"));
    expect((await post(witness, body)).status).toBe(404);
  });

  test("a head that no key of the log has signed (403)", async () => {
    expect((await post(witness, await requestFor(20, ENTRIES, headOf(ENTRIES, [OTHER])))).status).toBe(403);
    const forged = headOf(ENTRIES).replace(/^40$/m, "41");
    expect((await post(witness, await requestFor(20, ENTRIES, forged))).status).toBe(403);
  });

  test("an old size above that of the head (400)", async () => {
    expect((await post(witness, `old 20\n\n${headOf(ENTRIES.slice(0, 10))}`)).status).toBe(400);
  });

  test("another old size than the one it has cosigned: it says which (409)", async () => {
    expect(await post(witness, await requestFor(0, ENTRIES))).toEqual(sizeIs(20));
    expect(await post(witness, await requestFor(10, ENTRIES))).toEqual(sizeIs(20));
    expect(await post(witness, await requestFor(30, ENTRIES))).toEqual(sizeIs(20));
  });

  test("a log that is rewound: the head of a smaller tree (409)", async () => {
    expect(await post(witness, await requestFor(10, ENTRIES.slice(0, 10)))).toEqual(sizeIs(20));
  });

  test("a log that forks: another head of the same size (409), or one that does not continue it (422)", async () => {
    const forked = [...entriesUpTo(50).slice(30, 31), ...ENTRIES.slice(1)];
    expect(await post(witness, await requestFor(20, forked.slice(0, 20)))).toEqual(sizeIs(20));
    expect((await post(witness, await requestFor(20, forked))).status).toBe(422);
  });

  test("a proof that is wrong, too short or too long (422)", async () => {
    const [first = "", ...lines] = (await requestFor(20, ENTRIES)).split("\n");
    const wrong = [first, toBase64(new Uint8Array(32)), ...lines.slice(1)].join("\n");
    expect((await post(witness, wrong)).status).toBe(422);
    expect((await post(witness, [first, ...lines.slice(1)].join("\n"))).status).toBe(422);
    expect((await post(witness, [first, lines[0], ...lines].join("\n"))).status).toBe(422);
  });

  const head = headOf(ENTRIES);
  test.each([
    ["", "nothing"],
    ["old\n\n", "no size"],
    [`old 020\n\n${head}`, "a nought before the size"],
    [`old -1\n\n${head}`, "a negative size"],
    [`old 99999999999999999999\n\n${head}`, "a size beyond all numbers"],
    [`old 20\n${head}`, "no empty line"],
    [`old 20\nnot base64!\n\n${head}`, "a line that is no hash"],
    [`old 20\n${toBase64(new Uint8Array(31))}\n\n${head}`, "a short hash"],
    [`old 20\n${`${toBase64(new Uint8Array(32))}\n`.repeat(64)}\n${head}`, "64 hashes"],
    [`old 20\n\n${head.slice(0, -1)}`, "a head without its last line feed"],
    [`old 20\n\n${head.split("\n\n")[0]}\n`, "a head without signatures"],
    [`old 20\n\n${head.replace("\n40\n", "\nforty\n")}`, "a head without a size"],
    [`old 20\r\n\r\n${head}`, "line ends of another system"],
  ])("%j: %s (400)", async (body) => {
    expect((await post(witness, body)).status).toBe(400);
  });

  test("bytes that are no text (400), and what is too long (413)", async () => {
    expect((await post(witness, Uint8Array.of(0xff, 0xfe))).status).toBe(400);
    expect((await post(witness, "old 20\n".repeat(20_000))).status).toBe(413);
  });

  test("all the while it has kept its head", async () => {
    expect((await post(witness, await requestFor(20, ENTRIES))).status).toBe(200);
  });
});

describe("Its memory", () => {
  test("of many requests at once with the same old size, one is cosigned", async () => {
    const witness = await open();
    await post(witness, await requestFor(0, ENTRIES.slice(0, 10)));
    const bodies = await Promise.all(ENTRIES.slice(10).map((_, at) => requestFor(10, ENTRIES.slice(0, 11 + at))));
    const statuses = (await Promise.all(bodies.map((body) => post(witness, body)))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(bodies.length - 1);
    await witness.close();
  });

  test("is on the disk before anybody gets an answer, and there after a new start", async () => {
    const first = await open();
    await post(first, await requestFor(0, ENTRIES));
    const kept = JSON.parse(await readFile(`${first.keyFile}.heads`, "utf8")) as Record<string, string>;
    expect(kept[ORIGIN]).toBe(`${headOf(ENTRIES).split("\n\n")[0]}\n`);
    expect((await stat(first.keyFile)).mode & 0o777).toBe(0o600);
    await first.close();
    const next = await open(first.keyFile);
    expect(next.key).toBe(first.key);
    expect(await post(next, await requestFor(0, ENTRIES.slice(0, 20)))).toEqual(sizeIs(40));
    await next.close();
  });

  test("cannot be kept: nothing is cosigned (500), and the head stays the old one", async () => {
    const witness = await open(join(await mkdtemp(join(folder, "gone-")), "key"));
    await rm(join(witness.keyFile, ".."), { recursive: true });
    expect((await post(witness, await requestFor(0, ENTRIES))).status).toBe(500);
    expect(await (await fetch(witness.address)).text()).toContain(`${ORIGIN} (0)`);
    await witness.close();
  });

  test("missing or damaged beside a key: it does not start", async () => {
    const { keyFile, close } = await open();
    await close();
    for (const content of ["", "[]", '{"petition.example/log":"nothing"}', '{"petition.example/log":1}']) {
      await writeFile(`${keyFile}.heads`, content);
      await expect(open(keyFile)).rejects.toThrow(/is damaged/);
    }
    await rm(`${keyFile}.heads`);
    await expect(open(keyFile)).rejects.toThrow(/is missing/);
    await writeFile(keyFile, "PRIVATE+KEY+nonsense\n");
    await expect(open(keyFile)).rejects.toThrow(UnusableWitness);
  });
});
