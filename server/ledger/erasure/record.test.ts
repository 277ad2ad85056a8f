import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { pathIn } from "../../../petition/addresses.ts";
import { EMAIL_LENGTH, readEmail } from "../../../petition/email-address.ts";
import { faultOfName, NAME_LENGTH } from "../../../petition/signing.ts";
import { makeCrypto } from "../../platform/crypto/crypto.ts";
import {
  decodeRecord,
  type ErasedPending,
  type ErasedSignature,
  encodeRecord,
  LINKS_MAX,
  type RestoreRecord,
} from "./record.ts";

const expiresAt = new Date("2026-11-28T11:00:00.123Z");
const crypto = makeCrypto(["a key for tests only"]);

const annas: ErasedSignature = {
  id: randomUUID(),
  fullName: "Anna Bergmüller",
  email: "anna.bergmueller@gmx.de",
  visibility: "public",
  confirmedAt: new Date("2026-11-21T11:00:00.001Z"),
  createdAt: new Date("2026-11-21T10:00:00.002Z"),
  petitionVersion: randomBytes(32).toString("hex"),
  locale: "de",
  quarantinedAt: null,
  releasedAt: null,
  nameHiddenAt: null,
  nameCheck: null,
  restorations: 0,
  objectedAt: null,
};

const annasPending: ErasedPending = {
  id: randomUUID(),
  fullName: "Anna Bergmüller",
  email: "anna.bergmueller@gmx.de",
  visibility: "private",
  createdAt: new Date("2026-11-21T10:00:00.002Z"),
  petitionVersion: randomBytes(32).toString("hex"),
  locale: "de",
};

/** With as many links as the record takes. */
const waiting = (...entries: ErasedPending[]): RestoreRecord => ({
  kind: "pending",
  links: Array.from({ length: LINKS_MAX }, () => ({
    pendingId: randomUUID(),
    confirmationExpiresAt: new Date("2026-11-22T10:00:00.000Z"),
  })),
  entries,
  expiresAt,
});

const back = (record: RestoreRecord) => decodeRecord(encodeRecord(record));

function letters(from: number, count: number, length: number): string {
  return Array.from({ length }, () => String.fromCodePoint(from + randomInt(count))).join("");
}

const linkOf = (signature: ErasedSignature) => linkWith({ kind: "signature", signature, expiresAt });

function linkWith(record: RestoreRecord): string {
  const token = crypto.encrypt("restore", encodeRecord(record));
  return `https://www.petition-bargeld-erhalten.example${pathIn("en", "/wiederherstellen")}?token=${token}`;
}

/** A local part of 60 letters, then labels of a domain up to the whole length. */
function longestAddress(): string {
  const rest = EMAIL_LENGTH.max - 61;
  const labels = [...Array.from({ length: 3 }, () => letters(0x61, 26, 60)), letters(0x61, 26, rest - 183)];
  return `${letters(0x61, 26, 60)}@${labels.join(".")}`;
}

test.each<[string, Partial<ErasedSignature>]>([
  ["Anna's own", {}],
  ["a private, quarantined one that was restored before", { visibility: "private", quarantinedAt: expiresAt, restorations: 3 }],
  ["one that was released from quarantine", { releasedAt: expiresAt }],
  ["an imported one", { petitionVersion: "Fassung 1, März" }],
  ["one of an import that names no version", { petitionVersion: null }],
  ["one whose name is on hold", { nameHiddenAt: expiresAt, nameCheck: "held" }],
  ["one whose name is approved", { nameCheck: "approved" }],
  ["one whose owner has objected to the checks", { objectedAt: expiresAt }],
  ["one with an international domain", { email: "anna@bücher-müller.example" }],
  ["one whose domain has a spelling of its own", { email: "anna@straße.example" }],
])("%s comes back as it was", (_whose, differing) => {
  const signature = { ...annas, ...differing };
  expect(decodeRecord(encodeRecord({ kind: "signature", signature, expiresAt }))).toEqual({
    kind: "signature",
    signature,
    expiresAt,
  });
});

test("a link of the release before still brings back its signature", () => {
  const bytes =
    "AWNiXKR4_vZvBm4f_TzbLH--2eHyWja-cfkMDAwMjAv_Hg5vZFz4tyeTiQETMDFwuiUWF5fmpSsYMjIw3mNiEHDMy0tUcEotSs89vCcnJ7WIiUE8MS8vUS8JJFSaChJySM-t0EtJBQA";
  const id = "0b4c2f6e-3d6a-4f0e-9b57-1f2a3c4d5e6f";
  const signature = { ...annas, id, petitionVersion: "Fassung 1" };
  expect(decodeRecord(Buffer.from(bytes, "base64url"))).toEqual({ kind: "signature", signature, expiresAt });
});

test("the link stays below 1,200 characters with the longest name and address", () => {
  for (const [from, count] of [
    [0x20000, 40_000],
    [0x4e00, 20_000],
    [0x10400, 79],
  ] as const) {
    const fullName = letters(from, count, NAME_LENGTH.max);
    expect(faultOfName(fullName)).toBeNull();
    const email = longestAddress();
    expect(email).toHaveLength(EMAIL_LENGTH.max);
    expect(readEmail(email)).toEqual({ address: email });
    const signature = { ...annas, fullName, email, quarantinedAt: expiresAt, releasedAt: expiresAt };
    expect(linkOf(signature).length).toBeLessThan(1200);
    expect(decodeRecord(encodeRecord({ kind: "signature", signature, expiresAt }))).toEqual({
      kind: "signature",
      signature,
      expiresAt,
    });
    const longest = { ...annasPending, fullName, email };
    const one = waiting(longest);
    expect(linkWith(one).length).toBeLessThan(1200);
    expect(back(one)).toEqual(one);
    // The owner's, who came first, is not crowded out.
    const others = Array.from({ length: 4 }, () => ({
      ...longest,
      id: randomUUID(),
      fullName: letters(from, count, NAME_LENGTH.max),
    }));
    const several = waiting(longest, ...others);
    expect(linkWith(several).length).toBeLessThan(1200);
    expect(back(several)).toMatchObject({ kind: "pending", entries: [longest] });
  }
});

test("and with an international domain of many letters", () => {
  const domain = Array.from({ length: 4 }, () => `${letters(0x4e00, 200, 1).repeat(40)}`).join(".");
  const read = readEmail(`anna@${domain}.example`);
  if (!("address" in read)) throw new Error(read.fault);
  const signature = { ...annas, fullName: letters(0x20000, 40_000, NAME_LENGTH.max), email: read.address };
  expect(linkOf(signature).length).toBeLessThan(1200);
  expect(decodeRecord(encodeRecord({ kind: "signature", signature, expiresAt }))).toMatchObject({
    signature: { email: read.address },
  });
  const pending = { ...annasPending, fullName: signature.fullName, email: read.address };
  expect(linkWith(waiting(pending)).length).toBeLessThan(1200);
});

test("what was not confirmed comes back as it was entered, with its links: five entries of a day, in their order", () => {
  const names = ["Anna Bergmüller", "Anna B.", "Bruno Köhler", "Clara Moreau", "Ewa Wójcik-Łączyńska"];
  const record = waiting(...names.map((fullName) => ({ ...annasPending, id: randomUUID(), fullName })));
  expect(back(record)).toEqual(record);
  expect(linkWith(record).length).toBeLessThan(1200);
});

test("of very many entries the earliest are offered that fit", () => {
  const record = waiting(
    ...Array.from({ length: 200 }, () => ({ ...annasPending, id: randomUUID(), fullName: letters(0x61, 26, 20) })),
  );
  expect(linkWith(record).length).toBeLessThan(1200);
  const read = back(record);
  if (read?.kind !== "pending" || record.kind !== "pending") throw new Error("no entries");
  expect(read.entries.length).toBeGreaterThan(4);
  expect(read.entries).toEqual(record.entries.slice(0, read.entries.length));
});

test.each([0, 1, 2, 20, 60])("a record cut off after %d bytes is none", (length) => {
  expect(decodeRecord(encodeRecord({ kind: "signature", signature: annas, expiresAt }).subarray(0, length))).toBeNull();
});
