import { hash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { concat, type Sha256, toHex, utf8 } from "./bytes.ts";
import {
  bundleOf,
  entriesIn,
  GrowingTiles,
  hashesIn,
  nodesInTiles,
  pathOfTile,
  placeOfNode,
  readTilePath,
  type Tile,
  widthIn,
} from "./tiles.ts";
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

const sha256: Sha256 = (bytes) => hash("sha256", bytes, "buffer");

describe("the path of a tile (C2SP, tlog-tiles)", () => {
  test.each<[Tile, string]>([
    [{ level: 0, index: 0, width: 256 }, "tile/0/000"],
    [{ level: 0, index: 1234067, width: 256 }, "tile/0/x001/x234/067"],
    [{ level: 1, index: 999, width: 17 }, "tile/1/999.p/17"],
    [{ level: 2, index: 1000, width: 1 }, "tile/2/x001/000.p/1"],
    [{ level: "entries", index: 273, width: 112 }, "tile/entries/273.p/112"],
  ])("%j is %s", (tile, path) => {
    expect(pathOfTile(tile)).toBe(path);
    expect(readTilePath(path.replace("tile/", ""))).toEqual(tile);
  });

  test.each([
    ...["", "0", "0/", "0/0", "0/00", "0/0000", "0/x000/000", "0/001/234", "0/x001/x234", "0/000.p", "0/000.p/", "0/000.p/0"],
    ...["0/000.p/256", "0/000.p/257", "0/000.p/01", "0/000.p/1/", "64/000", "00/000", "-1/000", "data/000", "entries/x000/001"],
    ...["0/000?x", "0/../0/000", "0/x999/x999/x999/x999/x999/999", "0/٠٠٠", "8/000/"],
  ])("%j is none", (path) => {
    expect(readTilePath(path)).toBeNull();
  });
});

describe("how wide a tile is", () => {
  test("in a tree of 70,000, as the format's own example says", () => {
    const widths = (level: number, indexes: number[]) => indexes.map((index) => widthIn(70_000, { level, index }));
    expect(widths(0, [0, 272, 273, 274])).toEqual([256, 256, 112, 0]);
    expect(widths(1, [0, 1, 2])).toEqual([256, 17, 0]);
    expect(widths(2, [0, 1])).toEqual([1, 0]);
    expect(widths(3, [0])).toEqual([0]);
    expect(widthIn(70_000, { level: "entries", index: 273 })).toBe(112);
  });

  test("in one of 256, and in none", () => {
    expect(widthIn(256, { level: 0, index: 0 })).toBe(256);
    expect(widthIn(256, { level: 1, index: 0 })).toBe(1);
    expect(widthIn(0, { level: 0, index: 0 })).toBe(0);
    expect(widthIn(Number.MAX_SAFE_INTEGER, { level: 63, index: 0 })).toBe(0);
  });
});

describe("bundles of entries", () => {
  test("hold what was put in, byte for byte", () => {
    const entries = ["", "a", "ü".repeat(200), "b".repeat(65_535)];
    const bundle = bundleOf(entries);
    expect([...bundle.subarray(0, 5)]).toEqual([0, 0, 0, 1, 97]);
    expect(entriesIn(bundle)?.map((entry) => new TextDecoder().decode(entry))).toEqual(entries);
    expect(entriesIn(new Uint8Array())).toEqual([]);
  });

  test("that are cut off are none", () => {
    const bundle = bundleOf(["anna", "bruno"]);
    for (const end of [1, 2, 5, 7, 8, bundle.length - 1]) expect(entriesIn(bundle.subarray(0, end))).toBeNull();
    expect(entriesIn(bundle.subarray(0, 6))).toHaveLength(1);
  });
});

const SIZES = [1, 255, 256, 257, 512, 65_535, 65_536, 65_539, 66_000];

function rootsOf(leaves: Hash[], sizes: ReadonlySet<number>): Map<number, Hash> {
  const roots = new Map<number, Hash>();
  const tree = new GrowingTiles(sha256);
  for (const leaf of leaves) {
    tree.push(leaf);
    if (sizes.has(tree.size)) roots.set(tree.size, tree.root());
  }
  return roots;
}

describe("a tree that is read out of tiles", () => {
  const leaves = Array.from({ length: 66_000 }, (_, number) => leafHash(sha256, utf8(String(number))));
  const levels = [leaves];
  for (let below = leaves; below.length >= 256; below = levels.at(-1) ?? []) {
    const full = Array.from({ length: Math.floor(below.length / 256) }, (_, at) => below.slice(at * 256, (at + 1) * 256));
    levels.push(full.map((tile) => rootOf(sha256, tile)));
  }
  const olderThan = (size: number) => [1, Math.ceil(size / 3), size - 1].filter((older) => older > 0);
  const roots = rootsOf(leaves, new Set(SIZES.flatMap((size) => [size, ...olderThan(size)])));
  const read = async ({ level, index, width }: Tile) =>
    concat(...(levels[Number(level)] ?? []).slice(index * 256, index * 256 + width));

  test("finds each node in the tile that knows it", () => {
    expect(placeOfNode(0, 257)).toEqual({ level: 0, index: 1, from: 1, to: 2 });
    expect(placeOfNode(7, 3)).toEqual({ level: 0, index: 1, from: 128, to: 256 });
    expect(placeOfNode(8, 3)).toEqual({ level: 1, index: 0, from: 3, to: 4 });
    expect(placeOfNode(17, 0)).toEqual({ level: 2, index: 0, from: 0, to: 2 });
  });

  test.each(SIZES)("has the root and the proofs of %i leaves", async (size) => {
    const nodes = nodesInTiles(sha256, size, read);
    const root = roots.get(size) ?? new Uint8Array();
    expect(toHex(await treeRoot(sha256, size, nodes))).toBe(toHex(root));
    for (const index of [0, Math.floor(size / 2), size - 1]) {
      const proof = await inclusionProof(sha256, index, size, nodes);
      const found = rootByInclusion(sha256, leaves[index] ?? new Uint8Array(), { index, size, proof });
      expect(found && toHex(found)).toBe(toHex(root));
    }
    for (const older of olderThan(size)) {
      const proof = await consistencyProof(sha256, older, size, nodes);
      const head = { size: older, root: roots.get(older) ?? new Uint8Array() };
      expect(isConsistent(sha256, head, { size, root }, proof)).toBe(true);
    }
  });

  test("whose bytes are cut has fewer hashes", () => {
    expect(hashesIn(new Uint8Array(95))).toHaveLength(2);
  });
});

describe("a tree that grows by tiles", () => {
  const leaves = Array.from({ length: 70_000 }, (_, number) => leafHash(sha256, utf8(String(number))));

  test("has the root of all its leaves, for every size up to 300 and of 70,000", () => {
    const growing = new GrowingTiles(sha256);
    for (const [size, leaf] of leaves.entries()) {
      if (size <= 300) expect(toHex(growing.root())).toBe(toHex(rootOf(sha256, leaves.slice(0, size))));
      growing.push(leaf);
    }
    expect(toHex(growing.root())).toBe(toHex(rootOf(sha256, leaves)));
    expect(growing.size).toBe(70_000);
  });

  test("answers each tile once it is full, and keeps those that are not", () => {
    const growing = new GrowingTiles(sha256);
    const full = leaves.flatMap((leaf) => growing.push(leaf));
    const widths = (tiles: typeof full) => tiles.map(({ level, index, hashes }) => [level, index, hashes.length]);
    expect(widths(full.filter(({ level }) => level > 0))).toEqual([[1, 0, 256]]);
    expect(widths(full.filter(({ level }) => level === 0))).toEqual(Array.from({ length: 273 }, (_, at) => [0, at, 256]));
    expect(widths(growing.last())).toEqual([
      [0, 273, 112],
      [1, 1, 17],
      [2, 0, 1],
    ]);
    expect(full[1]?.hashes).toEqual(leaves.slice(256, 512));
  });

  test.each([0, 1, 255, 256, 65_535, 65_536])("goes on from the edge of %i leaves, and leaves that as it was", (size) => {
    const first = new GrowingTiles(sha256);
    for (const leaf of leaves.slice(0, size)) first.push(leaf);
    const before = toHex(first.root());
    const second = new GrowingTiles(sha256, first.edge);
    expect(second.size).toBe(size);
    for (const leaf of leaves.slice(size)) second.push(leaf);
    expect(toHex(second.root())).toBe(toHex(rootOf(sha256, leaves)));
    expect(toHex(first.root())).toBe(before);
  });
});
