import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { toBase64, utf8 } from "../../petition/transparency/bytes.ts";
import { COMMITMENT_LABEL, type Receipt } from "../../petition/transparency/receipt.ts";
import { type MadeLog, makeLog } from "../../server/testing/made-log.ts";
import { checkReceipt, nobleTools } from "./check-receipt.ts";
import { stepsTaken } from "./receipt-form.tsx";

const keys = generateKeyPairSync("ed25519");
const log = makeLog({ length: 700, keys });
const SIZE = 700;

function check(receipt: unknown, published: MadeLog = log, size = SIZE) {
  const text = typeof receipt === "string" ? receipt : JSON.stringify(receipt);
  return checkReceipt(nobleTools, text, (path) => published.file(path, size));
}

describe("A receipt is found true", () => {
  test.each([
    [0, 1],
    [0, SIZE],
    [255, 256],
    [256, 257],
    [300, 512],
    [400, 401],
    [699, 700],
  ])("of entry %i, from the head of %i entries", async (index, size) => {
    const checked = await check(await log.receipt(index, size));
    expect(checked).toEqual({
      outcome: "true",
      index,
      reason: "confirmed",
      hour: "2026-11-22T01:00Z",
      address: `anna.${index}@example.org`,
      code: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{2}$/),
      size: SIZE,
    });
  });

  test("within the file of everything that is stored about Anna", async () => {
    const file = { name: "Anna", receipt: await log.receipt(3, 10) };
    expect(await check(JSON.stringify(file, null, 2))).toMatchObject({ outcome: "true", index: 3 });
  });

  test("when the log has more than one key", async () => {
    const other = makeLog({ length: 1 });
    const receipt = await log.receipt(3, 10);
    const both = async (path: string) => (path === "key" ? utf8(`${other.key}\n${log.key}\n`) : log.file(path, SIZE));
    expect(await checkReceipt(nobleTools, JSON.stringify(receipt), both)).toMatchObject({ outcome: "true" });
  });
});

describe("A receipt is found false", () => {
  const altered: Array<[fault: string, alter: (receipt: Receipt) => unknown]> = [
    ["malformed", () => "{"],
    ["malformed", () => "null"],
    ["malformed", () => '"a text"'],
    ["malformed", ({ proof, ...rest }) => rest],
    ["malformed", (receipt) => ({ ...receipt, index: -1 })],
    ["another-log", (receipt) => ({ ...receipt, origin: "elsewhere.example/log" })],
    ["another-log", (receipt) => ({ ...receipt, key: makeLog({ length: 1 }).key })],
    ["entry", (receipt) => ({ ...receipt, entry: receipt.entry.replace("confirmed", "withdrawn") })],
    ["entry", (receipt) => ({ ...receipt, entry: ` ${receipt.entry}` })],
    ["commitment", (receipt) => ({ ...receipt, opening: { ...receipt.opening, address: "bruno@example.org" } })],
    ["commitment", (receipt) => ({ ...receipt, opening: { ...receipt.opening, label: `${COMMITMENT_LABEL}0` } })],
    ["head", (receipt) => ({ ...receipt, size: receipt.size + 1 })],
    ["head", (receipt) => ({ ...receipt, checkpoint: "petition.example/log\n" })],
    [
      "signature",
      (receipt) => ({
        ...receipt,
        checkpoint: receipt.checkpoint.replace(/\n[^\n]{44}\n\n/, `\n${toBase64(new Uint8Array(32))}\n\n`),
      }),
    ],
    ["inclusion", (receipt) => ({ ...receipt, index: receipt.index + 1 })],
    ["inclusion", (receipt) => ({ ...receipt, proof: receipt.proof.slice(1) })],
    ["inclusion", (receipt) => ({ ...receipt, proof: receipt.proof.map(() => "no hash") })],
  ];

  test.each(altered)("%s (%#)", async (fault, alter) => {
    expect(await check(alter(await log.receipt(300, 500)))).toEqual({ outcome: "false", fault });
  });
});

describe("A log is found lying", () => {
  test("its head is signed by nobody whom it names", async () => {
    const receipt = await log.receipt(300, 500);
    const strange = makeLog({ length: SIZE });
    const files = (path: string) => (path === "checkpoint" ? strange : log).file(path, SIZE);
    expect(await checkReceipt(nobleTools, JSON.stringify(receipt), files)).toEqual({
      outcome: "false",
      fault: "present-signature",
    });
  });

  test("it is shorter than it was", async () => {
    expect(await check(await log.receipt(300, 500), log, 499)).toEqual({ outcome: "false", fault: "rewound" });
  });

  test.each([500, 600, 700])("what stood there is another entry now (%i entries)", async (size) => {
    const forked = makeLog({ length: SIZE, keys, mark: { from: 499, text: "?" } });
    expect(await check(await log.receipt(300, 500), forked, size)).toEqual({ outcome: "false", fault: "changed" });
  });
});

describe("Nothing is said of a receipt", () => {
  test.each(["key", "checkpoint", "tile/0/000"])("where %s cannot be had", async (missing) => {
    const files = async (path: string) => (path === missing ? null : log.file(path, SIZE));
    expect(await checkReceipt(nobleTools, JSON.stringify(await log.receipt(300, 500)), files)).toEqual({
      outcome: "unreadable",
    });
  });

  test("and an accident of the network is not hidden", async () => {
    const files = () => Promise.reject(new TypeError("Failed to fetch"));
    const checking = checkReceipt(nobleTools, JSON.stringify(await log.receipt(300, 500)), files);
    await expect(checking).rejects.toThrow("Failed to fetch");
  });
});

test("the steps say how far a receipt came", () => {
  expect(stepsTaken({ outcome: "false", fault: "commitment" }).map(({ state }) => state)).toEqual([
    "passed",
    "passed",
    "failed",
    "open",
    "open",
    "open",
    "open",
  ]);
  const whole = { outcome: "true", code: "", index: 0, reason: "confirmed", hour: "", address: "", size: 1 } as const;
  expect(new Set(stepsTaken(whole).map(({ state }) => state))).toEqual(new Set(["passed"]));
});
