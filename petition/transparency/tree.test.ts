import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Sha256, toHex } from "./bytes.ts";
import { GrowingTiles } from "./tiles.ts";
import {
  consistencyProof,
  type Hash,
  inclusionProof,
  isConsistent,
  leafHash,
  rootByInclusion,
  rootOf,
  treeRoot,
} from "./tree.ts";

const sha256: Sha256 = (bytes) => createHash("sha256").update(bytes).digest();
const hex = (text: string) => Uint8Array.from(Buffer.from(text, "hex"));

/** The leaves, roots and proofs with which Certificate Transparency tests its trees (RFC 6962, 2.1). */
const LEAVES = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"];
const ROOTS = [
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];
const FIRST_OF_EIGHT = [
  "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
  "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
  "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
];
const SIX_TO_EIGHT = [
  "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
  "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
];

const leaves = LEAVES.map((leaf) => leafHash(sha256, hex(leaf)));

function reader(of: readonly Hash[]) {
  return async (level: number, index: number) => rootOf(sha256, of.slice(index * 2 ** level, (index + 1) * 2 ** level));
}

function head(of: readonly Hash[], size: number) {
  return { size, root: rootOf(sha256, of.slice(0, size)) };
}

describe("the tree of RFC 6962", () => {
  test("has the known roots, however it is reckoned", async () => {
    const growing = new GrowingTiles(sha256);
    for (const [size, root] of ROOTS.entries()) {
      expect(toHex(rootOf(sha256, leaves.slice(0, size)))).toBe(root);
      expect(toHex(await treeRoot(sha256, size, reader(leaves)))).toBe(root);
      expect(toHex(growing.root())).toBe(root);
      const next = leaves[size];
      if (next) growing.push(next);
    }
  });

  test("proves inclusion as it is known", async () => {
    expect((await inclusionProof(sha256, 0, 8, reader(leaves))).map(toHex)).toEqual(FIRST_OF_EIGHT);
    expect(await inclusionProof(sha256, 0, 1, reader(leaves))).toEqual([]);
    await expect(inclusionProof(sha256, 8, 8, reader(leaves))).rejects.toThrow(RangeError);
  });

  test("proves consistency as it is known", async () => {
    expect((await consistencyProof(sha256, 1, 8, reader(leaves))).map(toHex)).toEqual(FIRST_OF_EIGHT);
    expect((await consistencyProof(sha256, 6, 8, reader(leaves))).map(toHex)).toEqual(SIX_TO_EIGHT);
    expect(await consistencyProof(sha256, 8, 8, reader(leaves))).toEqual([]);
    expect(await consistencyProof(sha256, 0, 8, reader(leaves))).toEqual([]);
    await expect(consistencyProof(sha256, 9, 8, reader(leaves))).rejects.toThrow(RangeError);
  });
});

describe("proofs of every leaf and size up to 20", () => {
  const many = Array.from({ length: 20 }, (_, number) => leafHash(sha256, Uint8Array.of(number)));

  test("hold, and for no other leaf, place or root", async () => {
    for (let size = 1; size <= many.length; size += 1)
      for (let index = 0; index < size; index += 1) {
        const leaf = many[index] ?? new Uint8Array();
        const proof = await inclusionProof(sha256, index, size, reader(many));
        const root = toHex(head(many, size).root);
        const reckoned = (change: object, of = leaf) => {
          const found = rootByInclusion(sha256, of, { index, size, proof, ...change });
          return found && toHex(found);
        };
        expect(reckoned({})).toBe(root);
        expect(reckoned({}, many[(index + 1) % 20])).not.toBe(root);
        if (size > 1) expect(reckoned({ index: (index + 1) % size })).not.toBe(root);
        expect(reckoned({ proof: [...proof, leaf] })).toBeNull();
        if (size > 1) expect(reckoned({ proof: proof.slice(1) })).toBeNull();
      }
  });

  test("hold between any two sizes, and not for another beginning", async () => {
    for (let size = 1; size <= many.length; size += 1)
      for (let older = 0; older <= size; older += 1) {
        const proof = await consistencyProof(sha256, older, size, reader(many));
        expect(isConsistent(sha256, head(many, older), head(many, size), proof)).toBe(true);
        const forked = [leafHash(sha256, Uint8Array.of(99)), ...many.slice(1)];
        if (older > 0) expect(isConsistent(sha256, head(forked, older), head(many, size), proof)).toBe(false);
        if (older < size) expect(isConsistent(sha256, head(many, size), head(many, older), proof)).toBe(false);
        const longer = [...proof, ...many.slice(0, 1)];
        expect(isConsistent(sha256, head(many, older), head(many, size), longer)).toBe(false);
        if (proof.length > 0) expect(isConsistent(sha256, head(many, older), head(many, size), proof.slice(0, -1))).toBe(false);
      }
  });

  test("are refused for places that there are not", () => {
    const leaf = many[0] ?? new Uint8Array();
    for (const index of [-1, 1, 0.5, Number.NaN, 2 ** 53])
      expect(rootByInclusion(sha256, leaf, { index, size: 1, proof: [] })).toBeNull();
  });
});

test("whatever grows, the root is that of all leaves", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 4 }), { maxLength: 70 }), (entries) => {
      const hashes = entries.map((entry) => leafHash(sha256, entry));
      const growing = new GrowingTiles(sha256);
      for (const hash of hashes) growing.push(hash);
      expect(toHex(growing.root())).toBe(toHex(rootOf(sha256, hashes)));
      expect(growing.size).toBe(hashes.length);
    }),
    { numRuns: 50 },
  );
});
