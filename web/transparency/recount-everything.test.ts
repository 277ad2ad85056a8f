import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { toBase64, utf8 } from "../../petition/transparency/bytes.ts";
import { bundleOf } from "../../petition/transparency/tiles.ts";
import { type MadeLog, makeLog } from "../../server/testing/made-log.ts";
import { nobleTools } from "./check-receipt.ts";
import { type RecountTools, recountEverything, type ShownHead } from "./recount-everything.ts";

const SIZE = 700;
const keys = generateKeyPairSync("ed25519");
const log = makeLog({ length: SIZE, keys });

async function shownAt(size: number, of: MadeLog = log): Promise<ShownHead> {
  const [origin = "", , root = ""] = (await of.checkpoint(size)).split("\n");
  return { origin, keys: [of.key], size, root, count: size, paper: 0 };
}

interface Published {
  /** What is answered instead of the honest bytes; undefined where it is honest. */
  lie?: (path: string, honest: Uint8Array | null) => Uint8Array | null | undefined;
  size?: number;
  progress?: RecountTools["progress"];
}

function recount(shown: ShownHead, { lie = () => undefined, size = SIZE, progress = () => {} }: Published = {}) {
  async function read(path: string) {
    const honest = await log.file(path, size);
    const lied = lie(path, honest);
    return lied === undefined ? honest : lied;
  }
  return recountEverything({ ...nobleTools, read, progress }, shown);
}

const KINDS = { added: SIZE, removed: 0, text: 0, paper: 0 };
const IN_ORDER = { fault: null, passed: 4, size: SIZE, count: SIZE, paper: 0, kinds: KINDS };

describe("A log is recounted", () => {
  test("and the sum is the number that is shown", async () => {
    const counted: [number, number][] = [];
    const progress = (entries: number, all: number) => counted.push([entries, all]);
    expect(await recount(await shownAt(SIZE), { progress })).toEqual(IN_ORDER);
    expect(counted).toContainEqual([256, SIZE]);
    expect(counted.at(-1)).toEqual([SIZE, SIZE]);
  });

  test.each([1, 255, 256, 300, 512, 699])("which has grown since its head of %i entries was shown", async (size) => {
    expect(await recount(await shownAt(size))).toEqual(IN_ORDER);
  });

  test("which grows meanwhile: of a tile that is full by now the beginning counts", async () => {
    const grown = makeLog({ length: 900, keys });
    async function read(path: string) {
      if (path === "checkpoint") return utf8(await grown.checkpoint(SIZE));
      return path.includes("/002.p/") ? null : grown.file(path, 900);
    }
    expect(await recountEverything({ ...nobleTools, read, progress() {} }, await shownAt(600))).toEqual(IN_ORDER);
  });

  test("without an entry, before anybody has signed", async () => {
    expect(await recount(await shownAt(0), { size: 0 })).toEqual({
      ...{ fault: null, passed: 4, size: 0, count: 0, paper: 0 },
      kinds: { ...KINDS, added: 0 },
    });
  });

  test("and waits where it is told to pause", async () => {
    let goOn = () => {};
    let isOver = false;
    const paused = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const recounting = recount(await shownAt(SIZE), { progress: (entries) => (entries === 512 ? paused : undefined) });
    void recounting.then(() => {
      isOver = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(isOver).toBe(false);
    goOn();
    expect(await recounting).toEqual(IN_ORDER);
  });
});

describe("The first fault is said", () => {
  const other = makeLog({ length: SIZE, keys, mark: { from: 300, text: "?" } });
  const anotherEntry: Published["lie"] = (path, honest) => {
    if (path !== "tile/entries/001" || !honest) return undefined;
    return Uint8Array.from(honest, (byte, at) => (at === honest.length - 10 ? byte ^ 1 : byte));
  };

  test.each<[fault: string, entry: number | null, passed: number, lie: Published["lie"]]>([
    ["root", 511, 1, anotherEntry],
    ["root", 256, 1, (path) => (path === "tile/entries/001" ? bundleOf(["{}"]) : undefined)],
    [
      "tile",
      256,
      1,
      (path, honest) => (path === "tile/0/001" ? honest?.map((byte, at) => (at === 0 ? byte ^ 1 : byte)) : undefined),
    ],
    ["tile", null, 1, (path, honest) => (path === "tile/1/000.p/2" ? honest?.toReversed() : undefined)],
    [
      "signature",
      null,
      0,
      (path) =>
        path === "checkpoint"
          ? utf8(`petition.example/log\n700\n${toBase64(new Uint8Array(32))}\n\n— a AAAAAAA=\n`)
          : undefined,
    ],
    ["missing", null, 1, (path) => (path === "tile/entries/001" ? null : undefined)],
    ["missing", null, 0, (path) => (path === "checkpoint" ? null : undefined)],
  ])("%s, at %s", async (fault, entry, passed, lie) => {
    expect(await recount(await shownAt(SIZE), { lie })).toEqual({ fault, entry, passed });
  });

  test("root: the page shows a head of other entries", async () => {
    const shown = { ...(await shownAt(SIZE, other)), keys: [log.key] };
    expect(await recount(shown)).toEqual({ fault: "root", entry: null, passed: 1 });
  });

  test("rewound: the signed head has fewer entries than the page shows", async () => {
    expect(await recount(await shownAt(SIZE), { size: 600 })).toEqual({ fault: "rewound", entry: null, passed: 0 });
  });

  test("number: the page shows another one", async () => {
    const shown = await shownAt(600);
    expect(await recount({ ...shown, count: 601 })).toEqual({ fault: "number", entry: null, passed: 3 });
    expect(await recount({ ...shown, paper: 1 })).toEqual({ fault: "number", entry: null, passed: 3 });
  });
});

test("an accident of the network is not hidden", async () => {
  const read = () => Promise.reject(new TypeError("Failed to fetch"));
  await expect(recountEverything({ ...nobleTools, read, progress() {} }, await shownAt(1))).rejects.toThrow("Failed to fetch");
});
