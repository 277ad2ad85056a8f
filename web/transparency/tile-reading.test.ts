import { describe, expect, test } from "vitest";
import type { ReadFile } from "../../petition/transparency/files.ts";
import { pathOfTile } from "../../petition/transparency/tiles.ts";
import { consistencyProof, type Hash, isConsistent, type ReadNode, treeRoot } from "../../petition/transparency/tree.ts";
import { makeLog, sha256 } from "../../server/testing/made-log.ts";
import { ALIKE, nodesBetween, tilesBetween } from "./tile-reading.ts";

/** Hashes of a tree so large that none is made: each node is its own place. */
const named: ReadNode = async (level, index) => sha256(new TextEncoder().encode(`${level}/${index}`));

const SIZES = [1, 2, 255, 256, 257, 4095, 4096, 4097, 8192, 65_536, 65_537, 70_000, 1_000_003, 17_000_000];

describe("The tiles of a group", () => {
  test.each(SIZES.slice(2))("hold every proof up to %i entries", async (size) => {
    const olders = [1, 2, 3, 255, 256, 257, 4095, 4096, 4097, 5000, 8191, 65_535, 65_536, 65_537, 999_999, size - 1, size];
    for (const older of olders.filter((one) => one <= size)) {
      const held = new Set(tilesBetween(older, size).map(({ level, index }) => `${level}/${index}`));
      await consistencyProof(sha256, older, size, async (level, index) => {
        const [height, within] = [Math.floor(level / 8), 2 ** (level % 8)];
        expect(held.has(`${height}/${Math.floor((index * within) / 256)}`), `${older}: ${level}/${index}`).toBe(true);
        return named(level, index);
      });
    }
  });

  test.each(SIZES)("are the same whichever of its entries is asked for, up to %i", (size) => {
    const pathsOf = (older: number) => tilesBetween(older, size).map(pathOfTile);
    const asked = (group: number) =>
      [1, 2, 256, 257, 4000, ALIKE].map((one) => group * ALIKE + one).filter((one) => one <= size);
    for (const group of [0, 1, 15, 16, 17].filter((one) => one * ALIKE < size))
      expect(new Set(asked(group).map((older) => pathsOf(older).join())).size).toBe(1);
  });

  test("are none beyond the present head", () => {
    expect(tilesBetween(300, 700).map(pathOfTile)).toEqual(["tile/0/000", "tile/0/001", "tile/0/002.p/188", "tile/1/000.p/2"]);
  });
});

describe("Nodes out of the files of a log", () => {
  const log = makeLog({ length: 600 });

  async function isBeginning(older: number, read: ReadFile): Promise<boolean> {
    const whole = await nodesBetween(sha256, older, 600, read);
    const rootAt = async (size: number): Promise<Hash> => {
      const text = await log.checkpoint(size);
      return new Uint8Array(Buffer.from(text.split("\n")[2] ?? "", "base64"));
    };
    expect(await treeRoot(sha256, 600, whole)).toEqual(await rootAt(600));
    const proof = await consistencyProof(sha256, older, 600, whole);
    return isConsistent(sha256, { size: older, root: await rootAt(older) }, { size: 600, root: await rootAt(600) }, proof);
  }

  test.each([1, 77, 256, 599, 600])("prove a head of %i entries", async (older) => {
    expect(await isBeginning(older, (path) => log.file(path, 600))).toBe(true);
  });

  test("are found in the full tile that a partial one has become", async () => {
    const grown = makeLog({ length: 800 });
    const files: ReadFile = async (path) => (path.includes(".p/") ? null : grown.file(path, 800));
    await expect(nodesBetween(sha256, 700, 767, files)).rejects.toThrow("needs tile/1/000.p/2");
    const meanwhile: ReadFile = async (path) => (path.startsWith("tile/0/002.p/") ? null : grown.file(path, 800));
    const nodes = await nodesBetween(sha256, 700, 767, meanwhile);
    expect(await nodes(0, 766)).toHaveLength(32);
  });
});
