import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fromBase64, toBase64 } from "../../petition/transparency/bytes.ts";
import { LIES, Lie, type LieKind, Unreadable } from "../../petition/transparency/lie.ts";
import { type Receipt, writeReceiptProof } from "../../petition/transparency/receipt.ts";
import { bundleOf } from "../../petition/transparency/tiles.ts";
import {
  added,
  entriesUpTo,
  headOf,
  KEY,
  keyNamed,
  numberIn,
  ORIGIN,
  openTestLog,
  paper,
  receiptFor,
  removed,
  type TestLog,
  textEntry,
} from "../../server/testing/public-log.ts";
import { type Found, verifyLog } from "./verify.ts";

const OTHER = keyNamed("another one's");
const ENTRIES = entriesUpTo(600);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "verifier-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Files {
  stateFile?: string;
  receiptFile?: string;
  /** What happens while the verifier waits. */
  meanwhile?: (milliseconds: number) => void;
}

function look(log: Pick<TestLog, "address">, { stateFile, receiptFile, meanwhile }: Files = {}): Promise<Found> {
  let now = 0;
  return verifyLog(
    { address: log.address, stateFile: stateFile ?? null, receiptFile: receiptFile ?? null },
    {
      now: () => now,
      async wait(duration) {
        now += duration;
        meanwhile?.(now);
      },
      progress: () => ({ at() {}, end() {} }),
    },
  );
}

/** What is said of it: the kind of lie, "unreadable", or "true". */
async function verdictOn(log: TestLog, files: Files = {}): Promise<string> {
  try {
    await look(log, files);
    return "true";
  } catch (failure) {
    if (failure instanceof Unreadable) return "unreadable";
    if (failure instanceof Lie) return failure.kind;
    throw failure;
  } finally {
    await log.close();
  }
}

let files = 0;
function newFile(name: string): string {
  files += 1;
  return join(folder, `${files}-${name}`);
}

/** As after an earlier look at an honest log of these entries. */
async function stateAfter(entries: string[], keys = [KEY]): Promise<string> {
  const stateFile = newFile("state.json");
  const state = { origin: ORIGIN, keys: keys.map(({ written }) => written), checkpoint: headOf(entries, keys) };
  await writeFile(stateFile, JSON.stringify(state));
  return stateFile;
}

function replaced(entries: string[], index: number, entry: string): string[] {
  return entries.map((before, at) => (at === index ? entry : before));
}

describe("An honest log is found true", () => {
  test.each([0, 1, 2, 255, 256, 257, 600, 65_536 + 3])("of %i entries", { timeout: 60_000 }, async (size) => {
    const entries = entriesUpTo(size);
    const log = await openTestLog(entries);
    const stateFile = newFile("state.json");
    const { head, number } = await look(log, { stateFile });
    expect({ size: head.size, number }).toEqual({ size, number: numberIn(entries) });
    expect(JSON.parse(await readFile(stateFile, "utf8"))).toEqual({
      origin: ORIGIN,
      keys: [KEY.written],
      checkpoint: headOf(entries),
    });
    // And again, from what it remembers.
    expect(await verdictOn(log, { stateFile })).toBe("true");
  });

  test("with texts, a key that was added, an older head, and a receipt of some time ago", async () => {
    const texts = ["Ich fordere Bargeld.", "Ich fordere das Bargeld."];
    const entries = [...texts.map((text) => textEntry(text)), ...entriesUpTo(700).slice(2)];
    const keys = [KEY, OTHER];
    const log = await openTestLog(entries, {
      texts,
      keys: keys.map(({ written }) => written),
      checkpoint: headOf(entries, keys),
    });
    const stateFile = await stateAfter(entries.slice(0, 300));
    const receiptFile = newFile("receipt.json");
    await writeFile(receiptFile, JSON.stringify({ fullName: "Anna", receipt: await receiptFor(entries.slice(0, 257), 9) }));
    const { recount } = await look(log, { stateFile, receiptFile });
    // Only of the present 700: nothing tells how long the log was when the receipt was given.
    const partial = log.asked.flatMap((path) => /tile\/(?:entries|0)\/.*\.p\/(\d+)$/.exec(path)?.[1] ?? []);
    expect(new Set(partial)).toEqual(new Set([String(700 % 256)]));
    expect(recount.added.confirmed).toBe(entries.filter((entry) => entry.includes("confirmed")).length);
    expect(JSON.parse(await readFile(stateFile, "utf8"))).toMatchObject({ keys: [KEY.written, OTHER.written] });
    // The new key, once it is known, may sign alone.
    log.checkpoint = headOf(entries, [OTHER]);
    log.keys = [OTHER.written];
    expect(await verdictOn(log, { stateFile })).toBe("true");
  });

  test("that grows while it is read: tiles that have become full are cut", async () => {
    const grown = entriesUpTo(1025);
    const log = await openTestLog(grown, { forgetsPartial: true, number: numberIn(ENTRIES) });
    log.checkpoint = headOf(ENTRIES);
    const { head } = await look(log);
    expect(head.size).toBe(600);
    expect(log.asked).toContain("/log/tile/entries/002.p/88");
    expect(log.asked).toContain("/log/tile/entries/002");
    await log.close();
  });

  test("whose number runs ahead of it, and which follows", async () => {
    const log = await openTestLog(ENTRIES, { number: numberIn(ENTRIES) + 40 });
    const grown = [...ENTRIES, ...Array.from({ length: 60 }, (_, at) => added(1000 + at))];
    const meanwhile = (milliseconds: number) => {
      log.entries = grown.slice(0, 600 + Math.floor(milliseconds / 2000));
    };
    const { head, number } = await look(log, { meanwhile });
    expect(number).toBe(numberIn(ENTRIES) + 40);
    expect(head.size).toBe(640);
    await log.close();
  });

  test("whose number is never the one of a head, while many sign", async () => {
    const log = await openTestLog(ENTRIES, { number: numberIn(ENTRIES) + 5 });
    const grown = [...ENTRIES, ...Array.from({ length: 2000 }, (_, at) => added(1000 + at))];
    const meanwhile = (milliseconds: number) => {
      log.entries = grown.slice(0, 600 + (milliseconds / 2000) * 50);
      log.number = numberIn(log.entries) + 5;
    };
    const { number } = await look(log, { meanwhile });
    expect(number).toBe(numberIn(ENTRIES) + 5);
    await log.close();
  });

  test("that counts paper, corrects and withdraws it, whatever is online", async () => {
    const papers = [paper(2, 40), paper(1, 300, { invalid: 7 }), paper(1, 312, { reason: "corrected" })];
    const entries = [...ENTRIES, ...papers, added(5000), paper(2, 0, { reason: "withdrawn" })];
    const log = await openTestLog(entries);
    const { number, paper: onPaper, recount } = await look(log);
    expect({ number, onPaper, entries: recount.kinds.paper }).toEqual({ number: numberIn(entries), onPaper: 312, entries: 4 });
    await log.close();
  });

  test("whose number on paper runs ahead of it by a batch, and which follows", async () => {
    const log = await openTestLog([...ENTRIES, paper(1, 40)], { paper: 352 });
    const meanwhile = (milliseconds: number) => {
      if (milliseconds === 8_000) log.entries = [...log.entries, paper(2, 312), paper(3, 5)];
    };
    const { paper: onPaper, recount } = await look(log, { meanwhile });
    expect([onPaper, recount.paper]).toEqual([352, 357]);
    await log.close();
  });

  test("and after a connection that broke twice", async () => {
    let breaks = 2;
    const lie: TestLog["lie"] = (path) => {
      if (path !== "/log/tile/entries/001" || breaks === 0) return undefined;
      breaks -= 1;
      return breaks === 1 ? "cut" : 503;
    };
    expect(await verdictOn(await openTestLog(ENTRIES, { lie }))).toBe("true");
  });
});

describe("Every lie is found", () => {
  const forged = replaced(ENTRIES, 300, added(5000));
  const bundleOfAll = (entries: string[]) => (path: string) => (/\/entries\//.test(path) ? bundleAt(entries, path) : undefined);
  const bundleAt = (entries: string[], path: string) => {
    const first = Number(/(\d{3})(?:\.p\/\d+)?$/.exec(path)?.[1]) * 256;
    return bundleOf(entries.slice(first, first + 256));
  };
  const exchanged = replaced(replaced(ENTRIES, 300, ENTRIES[310] ?? ""), 310, ENTRIES[300] ?? "");
  const leftOut = [...ENTRIES.slice(0, 300), ...ENTRIES.slice(301), added(5000)];
  const texts = ["Ich fordere Bargeld."];
  const withText = [textEntry("Ich fordere Bargeld."), ...ENTRIES.slice(1)];

  const LIES_TOLD: [kind: LieKind, told: string, entries: string[], given: Partial<TestLog>, files?: () => Promise<Files>][] = [
    ["altered", "one entry is another one", ENTRIES, { lie: bundleOfAll(forged) }],
    ["altered", "one entry is gone, and all later ones have moved up", ENTRIES, { lie: bundleOfAll(leftOut) }],
    ["altered", "two entries have changed places", ENTRIES, { lie: bundleOfAll(exchanged) }],
    ["bundle", "a bundle is one entry short", ENTRIES, { lie: bundleOfAll(ENTRIES.slice(0, 599)) }],
    [
      "bundle",
      "a bundle is cut in the middle of an entry",
      ENTRIES,
      {
        lie: (path, honest) => (path.endsWith("/entries/001") ? honest?.slice(0, -5) : undefined),
      },
    ],
    ["root", "entries and tiles agree, but not with the head", forged, { checkpoint: headOf(ENTRIES) }],
    [
      "tile",
      "browsers would be given another hash",
      ENTRIES,
      {
        lie: (path, honest) =>
          path === "/log/tile/0/001" ? honest?.map((byte, at) => (at === 700 ? byte ^ 1 : byte)) : undefined,
      },
    ],
    [
      "tile",
      "a tile of the right edge is wrong",
      ENTRIES,
      {
        lie: (path, honest) => (path === "/log/tile/0/002.p/88" ? honest?.toReversed() : undefined),
      },
    ],
    [
      "tile",
      "a tile further up is wrong",
      ENTRIES,
      {
        lie: (path, honest) => (path === "/log/tile/1/000.p/2" ? honest?.toReversed() : undefined),
      },
    ],
    [
      "tile",
      "a tile is too short",
      ENTRIES,
      { lie: (path, honest) => (path === "/log/tile/0/000" ? honest?.slice(32) : undefined) },
    ],
    [
      "malformed",
      "an entry says more than it should",
      [...ENTRIES, '{"kind":"removed","reason":"withdrawn","hour":"2026-11-22T01:00Z","who":"Anna"}'],
      {},
    ],
    ["malformed", "an entry has a blank", [...ENTRIES, removed().replace(":", ": ")], {}],
    ["malformed", "a reason is none", [...ENTRIES, removed().replace("withdrawn", "unwanted")], {}],
    ["malformed", "an hour is on a day that never was", [...ENTRIES, removed("2027-02-30T01:00Z")], {}],
    ["malformed", "a part is a list", [...ENTRIES, removed().replace('"2026-11-22T01:00Z"', '["2026-11-22T01:00Z"]')], {}],
    ["hour", "an entry is backdated", [...ENTRIES, added(5000, "2026-11-22T00:00Z")], {}],
    ["repeated", "a signature is counted twice", [...ENTRIES, ENTRIES[0] ?? ""], {}],
    ["below-zero", "more is removed than there was", [added(0), removed(), removed(), added(1)], {}],
    [
      "text",
      "a text is another one",
      withText,
      { lie: (path) => (path.startsWith("/log/text/") ? "Ich fordere nichts." : undefined) },
    ],
    ["paper-twice", "a batch is counted twice", [...ENTRIES, paper(1, 312), paper(2, 8), paper(1, 312)], {}],
    [
      "paper-twice",
      "what was withdrawn is counted again",
      [paper(1, 312), paper(1, 0, { reason: "withdrawn" }), paper(1, 312)],
      {},
    ],
    ["paper-uncounted", "what never counted is corrected", [...ENTRIES, paper(1, 312, { reason: "corrected" })], {}],
    ["paper-uncounted", "what never counted is withdrawn", [...ENTRIES, paper(1, 0, { reason: "withdrawn" })], {}],
    [
      "paper-uncounted",
      "what was withdrawn is corrected",
      [paper(1, 312), paper(1, 0, { reason: "withdrawn" }), paper(1, 312, { reason: "corrected" })],
      {},
    ],
    ["malformed", "a batch has fewer lines than none", [...ENTRIES, paper(1, 312, { invalid: -7 })], {}],
    ["malformed", "what is withdrawn has lines", [paper(1, 312), paper(1, 312, { reason: "withdrawn" })], {}],
    ["malformed", "a batch has more lines than anybody brings", [...ENTRIES, paper(1, 10_001)], {}],
    ["hour", "a batch is backdated", [...ENTRIES, paper(1, 312, { hour: "2026-11-22T00:00Z" })], {}],
    ["paper-number", "the site shows more on paper", [...ENTRIES, paper(1, 312)], { paper: 313 }],
    ["paper-number", "the site shows paper that its log does not have", ENTRIES, { paper: 1 }],
    ["paper-number", "the site keeps quiet about its paper", [...ENTRIES, paper(1, 312)], { paper: 0 }],
    [
      "number",
      "the site counts paper with what is online",
      [...ENTRIES, paper(1, 312)],
      { number: numberIn(ENTRIES) + 312, paper: 312 },
    ],
    ["number", "the site shows more", ENTRIES, { number: numberIn(ENTRIES) + 1 }],
    ["number", "the site shows less", ENTRIES, { number: numberIn(ENTRIES) - 1 }],
    ["unsigned", "the head is signed by nobody known", ENTRIES, { checkpoint: headOf(ENTRIES, [OTHER]) }],
    [
      "unsigned",
      "the signature is of another head",
      ENTRIES,
      {
        checkpoint: headOf(ENTRIES).replace(/^600$/m, "599"),
      },
    ],
    ["another-origin", "the head is of another log", ENTRIES, { checkpoint: headOf(ENTRIES, [KEY], "elsewhere.example/log") }],
    [
      "another-key",
      "the key has changed",
      ENTRIES,
      { keys: [OTHER.written], checkpoint: headOf(ENTRIES, [OTHER]) },
      async () => ({
        stateFile: await stateAfter(ENTRIES),
      }),
    ],
    [
      "another-key",
      "a new key signs before it has signed beside the old one",
      ENTRIES,
      {
        keys: [KEY.written, OTHER.written],
        checkpoint: headOf(ENTRIES, [OTHER]),
      },
      async () => ({ stateFile: await stateAfter(ENTRIES) }),
    ],
    [
      "rewound",
      "the log has become shorter",
      ENTRIES.slice(0, 500),
      {},
      async () => ({ stateFile: await stateAfter(ENTRIES) }),
    ],
    [
      "forked",
      "the beginning was rewritten, and signed anew",
      [...forged, added(6000)],
      {},
      async () => ({
        stateFile: await stateAfter(ENTRIES),
      }),
    ],
    [
      "forked",
      "the beginning was rewritten, and a malformed entry follows, which would hide it",
      [...forged, "nonsense"],
      {},
      async () => ({ stateFile: await stateAfter(ENTRIES) }),
    ],
    ["forked", "there are two heads of one size", forged, {}, async () => ({ stateFile: await stateAfter(ENTRIES) })],
    [
      "text",
      "a text is cut",
      withText,
      { texts, lie: (path, honest) => (path.startsWith("/log/text/") ? honest?.slice(1) : undefined) },
    ],
  ];

  test.each(LIES_TOLD)("%s: %s", async (kind, _told, entries, given, files) => {
    expect(await verdictOn(await openTestLog(entries, given), await files?.())).toBe(kind);
  });

  test("forked: the log becomes another one while it is read", async () => {
    for (const later of [forged, [...forged, added(6000)]]) {
      const log = await openTestLog(ENTRIES, { number: 0 });
      const meanwhile = () => {
        log.entries = later;
      };
      expect(await verdictOn(log, { meanwhile })).toBe("forked");
    }
  });

  test("rewound: the log becomes shorter while it is read", async () => {
    const log = await openTestLog(ENTRIES, { number: 0 });
    const meanwhile = () => {
      log.entries = ENTRIES.slice(0, 400);
    };
    expect(await verdictOn(log, { meanwhile })).toBe("rewound");
  });

  test("number: the log grows, and yet never comes near what is shown", async () => {
    const log = await openTestLog(ENTRIES, { number: numberIn(ENTRIES) + 10_000 });
    const grown = [...ENTRIES, ...Array.from({ length: 100 }, (_, at) => added(1000 + at))];
    let rounds = 0;
    const meanwhile = () => {
      rounds += 1;
      log.entries = grown.slice(0, 600 + Math.min(rounds, 3));
    };
    expect(await verdictOn(log, { meanwhile })).toBe("number");
    expect(rounds).toBeGreaterThan(30);
  });

  const RECEIPTS: [kind: LieKind, told: string, alter: (receipt: Receipt) => Partial<Receipt>][] = [
    ["receipt-another-log", "it names another key", () => ({ key: OTHER.written })],
    ["receipt-another-log", "it names another origin", () => ({ origin: "elsewhere.example/log" })],
    ["receipt-entry", "its entry removes", () => ({ entry: removed() })],
    [
      "receipt-commitment",
      "it is opened with another address",
      ({ opening }) => ({
        opening: { ...opening, address: "bruno@gmx.de" },
      }),
    ],
    [
      "receipt-commitment",
      "it is opened for something else",
      ({ opening }) => ({ opening: { ...opening, label: "another petition" } }),
    ],
    ["receipt-head", "its head is no head", () => ({ checkpoint: "600 entries, honestly\n" })],
    ["receipt-head", "its size is not that of its head", () => ({ size: 599 })],
    ["receipt-signature", "its head is signed by somebody else", () => ({ checkpoint: headOf(ENTRIES, [OTHER]) })],
    ["receipt-inclusion", "its place is another one", () => ({ index: 10 })],
    ["receipt-inclusion", "its proof is short", ({ proof }) => ({ proof: proof.slice(1) })],
    [
      "receipt-inclusion",
      "its proof has another hash",
      ({ proof: [first = "", ...rest] }) => ({
        proof: [toBase64((fromBase64(first) ?? new Uint8Array()).map((byte) => byte ^ 1)), ...rest],
      }),
    ],
  ];

  test.each(RECEIPTS)("%s: %s", async (kind, _told, alter) => {
    const receipt = await receiptFor(ENTRIES, 9);
    const receiptFile = newFile("receipt.json");
    await writeFile(receiptFile, JSON.stringify({ ...receipt, ...alter(receipt) }));
    expect(await verdictOn(await openTestLog(ENTRIES), { receiptFile })).toBe(kind);
  });

  test("receipt-forked, rewound: what was signed for the signer is not what the log is", async () => {
    const receiptFile = newFile("receipt.json");
    await writeFile(receiptFile, writeReceiptProof(await receiptFor(ENTRIES, 9)));
    expect(await verdictOn(await openTestLog([...forged, added(6000)]), { receiptFile })).toBe("receipt-forked");
    expect(await verdictOn(await openTestLog(ENTRIES.slice(0, 500)), { receiptFile })).toBe("rewound");
  });

  test("each kind is told once at least", () => {
    const told = [...LIES_TOLD, ...RECEIPTS].map(([kind]) => kind);
    expect(LIES.filter((kind) => !told.includes(kind))).toEqual(["receipt-forked"]);
  });

  const small = [textEntry("Ich fordere Bargeld."), ...entriesUpTo(300).slice(1)];
  const hash = /"hash":"(\w+)"/.exec(small[0] ?? "")?.[1];
  const tiles = ["entries/000", "entries/001.p/44", "0/000", "0/001.p/44", "1/000.p/1"].map((tile) => `tile/${tile}`);

  test.each(["key", "checkpoint", `text/${hash}`, ...tiles])("one bit that is turned in %s is found", async (path) => {
    const log = await openTestLog(small, { texts: ["Ich fordere Bargeld."] });
    const length = (await (await fetch(`${log.address}/log/${path}`)).bytes()).length;
    const step = Math.max(1, Math.floor(length / 97));
    const passed: number[] = [];
    for (let at = 0; at < length; at += step) {
      log.lie = (asked, honest) =>
        asked === `/log/${path}` ? honest?.map((byte, place) => (place === at ? byte ^ (1 << (at % 8)) : byte)) : undefined;
      await look(log).then(
        () => passed.push(at),
        (failure) => expect(failure instanceof Lie || failure instanceof Unreadable).toBe(true),
      );
    }
    await log.close();
    expect(passed).toEqual([]);
  });

  test("a lie leaves what is remembered as it was", async () => {
    const stateFile = await stateAfter(ENTRIES);
    const before = await readFile(stateFile, "utf8");
    await verdictOn(await openTestLog(forged), { stateFile });
    expect(await readFile(stateFile, "utf8")).toBe(before);
  });

  test("it is said in a sentence, with the place", async () => {
    const log = await openTestLog(ENTRIES, { lie: bundleOfAll(forged) });
    await expect(look(log)).rejects.toThrow(
      "Entry 300 is not the one that is signed: it was altered, left out or moved. (altered)",
    );
    await log.close();
  });
});

describe("What cannot be reached or read is no lie", () => {
  const UNREADABLE: [told: string, lie: TestLog["lie"]][] = [
    ["there is no such log", () => null],
    ["the site fails", () => 500],
    ["a bundle fails", (path) => (path === "/log/tile/entries/001" ? 503 : undefined)],
    ["a bundle breaks off", (path) => (path === "/log/tile/entries/001" ? "cut" : undefined)],
    ["a bundle is not there", (path) => (path === "/log/tile/entries/001" ? null : undefined)],
    ["the key is a page", (path) => (path === "/log/key" ? "<!doctype html>" : undefined)],
    ["the head is a page", (path) => (path === "/log/checkpoint" ? "<!doctype html>" : undefined)],
    ["the number is a page", (path) => (path === "/api/petition/stats" ? "<!doctype html>" : undefined)],
    ["the head never ends", (path) => (path === "/log/checkpoint" ? new Uint8Array(5_000_000) : undefined)],
  ];

  test.each(UNREADABLE)("%s", async (_told, lie) => {
    expect(await verdictOn(await openTestLog(ENTRIES, { lie }))).toBe("unreadable");
  });

  test("a text that is not there", async () => {
    expect(await verdictOn(await openTestLog([textEntry("Ich fordere Bargeld."), ...ENTRIES.slice(1)]))).toBe("unreadable");
  });

  test("nobody listens", async () => {
    const log = await openTestLog(ENTRIES);
    await log.close();
    await expect(look(log)).rejects.toThrow(Unreadable);
  });

  test("a number and a log that come nearer without end", async () => {
    const log = await openTestLog([], { number: 1000 });
    const grown = entriesUpTo(40).filter((entry) => entry.includes("added"));
    const meanwhile = (milliseconds: number) => {
      log.entries = grown.slice(0, milliseconds / 20_000);
    };
    expect(await verdictOn(log, { meanwhile })).toBe("unreadable");
  });

  test.each(["", "{", "[]", "null", '{"origin":1}', "{}"])("a state file with %j, which stays", async (content) => {
    const stateFile = newFile("state.json");
    await writeFile(stateFile, content);
    expect(await verdictOn(await openTestLog(ENTRIES), { stateFile })).toBe("unreadable");
    expect(await readFile(stateFile, "utf8")).toBe(content);
  });

  test("a state file that somebody has changed by hand", async () => {
    const stateFile = await stateAfter(ENTRIES);
    await writeFile(stateFile, (await readFile(stateFile, "utf8")).replace("\\n600\\n", "\\n400\\n"));
    expect(await verdictOn(await openTestLog(ENTRIES), { stateFile })).toBe("unreadable");
  });

  test.each(["", "[]", '{"receipt":null}', '{"opening":{}}'])("a receipt of %j", async (content) => {
    const receiptFile = newFile("receipt.json");
    await writeFile(receiptFile, content);
    expect(await verdictOn(await openTestLog(ENTRIES), { receiptFile })).toBe("unreadable");
  });

  test("files that are not there, or cannot be there", async () => {
    expect(await verdictOn(await openTestLog(ENTRIES), { receiptFile: newFile("none.json") })).toBe("unreadable");
    expect(await verdictOn(await openTestLog(ENTRIES), { stateFile: join(folder, "none", "state.json") })).toBe("unreadable");
  });
});
