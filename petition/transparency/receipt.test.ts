import { createHash, createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type Sha256, toBase64, toHex, utf8 } from "./bytes.ts";
import { writeEntry } from "./entry.ts";
import { idOfKey, KEY_TYPES, type NoteKey, writeCheckpoint, writeKey, writeNote } from "./note.ts";
import {
  COMMITMENT_LABEL,
  codeOf,
  committedText,
  type Opening,
  type Receipt,
  readReceipt,
  verifyReceipt,
  writeReceiptProof,
} from "./receipt.ts";
import { leafHash, nodeHash } from "./tree.ts";

const sha256: Sha256 = (bytes) => createHash("sha256").update(bytes).digest();
const PKCS8 = "302e020100300506032b657004220420";

const privateKey = createPrivateKey({ key: Buffer.from(PKCS8 + "07".repeat(32), "hex"), format: "der", type: "pkcs8" });
const publicKey = Buffer.from(createPublicKey(privateKey).export({ format: "jwk" }).x ?? "", "base64url");
const key: NoteKey = { name: "petition.example/log", type: KEY_TYPES.log, publicKey };
const tools = {
  sha256,
  verifySignature: (message: Uint8Array, signature: Uint8Array, of: Uint8Array) =>
    Buffer.from(of).equals(publicKey) && verify(null, message, createPublicKey(privateKey), signature),
};

const opening: Opening = {
  label: COMMITMENT_LABEL,
  salt: "00112233445566778899aabbccddeeff",
  id: "0b54c2a8-6d4f-4f9e-9b0c-0c8f5d3a7e21",
  address: "anna@gmx.de",
  consentVersion: "",
  petitionVersion: "ab".repeat(32),
};

/** The second of two entries. */
function receiptOf(of: Opening = opening): Receipt {
  const commitment = toHex(sha256(utf8(committedText(of))));
  const entry = writeEntry({ kind: "added", reason: "confirmed", hour: "2026-11-22T01:00Z", commitment });
  const sibling = leafHash(sha256, utf8("the first one"));
  const text = writeCheckpoint({ origin: key.name, size: 2, root: nodeHash(sha256, sibling, leafHash(sha256, utf8(entry))) });
  const signature = sign(null, utf8(text), privateKey);
  const checkpoint = writeNote({ text, signatures: [{ name: key.name, keyId: idOfKey(sha256, key), signature }] });
  const written = writeKey(sha256, key);
  return { origin: key.name, key: written, opening: of, entry, index: 1, size: 2, proof: [toBase64(sibling)], checkpoint };
}

const receipt = receiptOf();
const faultOf = async (changed: Partial<Receipt>, pinned = receipt.key) =>
  (await verifyReceipt(tools, { ...receipt, ...changed }, [pinned])).fault;

describe("a receipt", () => {
  test("that is true proves its entry, and hands on its head", async () => {
    const verified = await verifyReceipt(tools, receipt, [receipt.key]);
    expect(verified).toMatchObject({ fault: null, head: { size: 2, origin: key.name } });
  });

  test("is opened by six lines", () => {
    expect(committedText(opening).split("\n")).toEqual([
      "bargeld-erhalten signature 1",
      ...[opening.salt, opening.id, "anna@gmx.de", "", opening.petitionVersion],
    ]);
  });

  test("says what is wrong with it", async () => {
    expect(await faultOf({}, "another+key")).toBe("another-log");
    expect(await faultOf({ key: "nonsense" }, "nonsense")).toBe("another-log");
    expect(await faultOf({ origin: "elsewhere.example/log" })).toBe("another-log");
    expect(await faultOf({ entry: `${receipt.entry} ` })).toBe("entry");
    expect(await faultOf({ opening: { ...opening, address: "bruno@gmx.de" } })).toBe("commitment");
    expect(await faultOf({ opening: { ...opening, label: "bargeld-erhalten signature 2" } })).toBe("commitment");
    expect(await faultOf({ checkpoint: receipt.checkpoint.trim() })).toBe("head");
    expect(await faultOf({ size: 3 })).toBe("head");
    expect(await faultOf({ checkpoint: receipt.checkpoint.replace("\n2\n", "\n3\n"), size: 3 })).toBe("signature");
    expect(await faultOf({ index: 0 })).toBe("inclusion");
    expect(await faultOf({ index: 2 })).toBe("inclusion");
    expect(await faultOf({ proof: [] })).toBe("inclusion");
    expect(await faultOf({ proof: ["AA=="] })).toBe("inclusion");
  });

  test("cannot be opened in two ways by a line feed within a part", async () => {
    const shifted = { ...opening, address: "anna@gmx.de\n", consentVersion: opening.petitionVersion, petitionVersion: "" };
    const tricked = { ...opening, address: `anna@gmx.de\n`, consentVersion: "", petitionVersion: opening.petitionVersion };
    for (const one of [shifted, tricked])
      expect((await verifyReceipt(tools, receiptOf(one), [receipt.key])).fault).toBe("commitment");
  });

  test("may say more than we know, even what is no text", async () => {
    const more = readReceipt(JSON.stringify({ ...receipt, opening: { ...opening, number: 5 }, note: null }));
    expect(more && (await verifyReceipt(tools, more, [receipt.key])).fault).toBeNull();
  });
});

describe("a file", () => {
  test("is a receipt, or holds one beside everything else", () => {
    expect(readReceipt(JSON.stringify(receipt))).toEqual(receipt);
    expect(readReceipt(JSON.stringify({ fullName: "Anna", receipt }))).toEqual(receipt);
  });

  test("of C2SP's form holds the same receipt, also where its last line feed is lost", () => {
    const file = writeReceiptProof(receipt);
    const [first, extra = "", ...lines] = file.split("\n");
    expect([first, ...lines].join("\n")).toBe(`c2sp.org/tlog-proof@v1\nindex 1\n${receipt.proof}\n\n${receipt.checkpoint}`);
    expect(JSON.parse(atob(extra.slice("extra ".length)))).toEqual({ key: receipt.key, opening, entry: receipt.entry });
    for (const text of [file, file.trim()]) expect(readReceipt(text)).toEqual(receipt);
  });

  const proof = writeReceiptProof(receipt);
  test.each([
    ["another version", proof.replace("@v1", "@v2")],
    ["nothing beside the proof", proof.replace(/extra .*\n/, "")],
    ["an extra of another application", proof.replace(/extra .*/, "extra AAAA")],
    ["an extra that is not base64", proof.replace(/extra .*/, "extra ä")],
    ["an index with a zero before it", proof.replace("index 1", "index 01")],
    ["no index", proof.replace("index 1\n", "")],
    ["a hash of another length", proof.replace(receipt.proof[0] ?? "", "AAAA")],
    ["no head", proof.slice(0, proof.indexOf("\n\n") + 2)],
  ])("of C2SP's form with %s is none", (_, text) => {
    expect(readReceipt(text)).toBeNull();
  });

  test.each([
    ...["", "null", "5", '"receipt"', "[]", "{}", '{"receipt":null}', '{"receipt":{"opening":null}}'],
    ...[{ index: -1 }, { index: 0.5 }, { size: "2" }, { proof: "" }, { proof: [1] }, { entry: null }, { opening: [] }].map(
      (change) => JSON.stringify({ ...receipt, ...change }),
    ),
  ])("%.60s is none", (text) => {
    expect(readReceipt(text)).toBeNull();
  });
});

test("a code is ten characters that cannot be mistaken for each other", () => {
  expect(codeOf(sha256, receipt.entry)).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{2}$/);
  expect(codeOf(sha256, receipt.entry)).toBe(codeOf(sha256, receipt.entry));
  expect(codeOf(sha256, "")).toBe("3G42-RWWM-TV");
});
