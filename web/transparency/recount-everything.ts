/** Recounts the whole public log in the browser, by the same rules as the command (docs/public-log.md, "Checks in order"). */
import { fromBase64 } from "../../petition/transparency/bytes.ts";
import { type ReadFile, textOf } from "../../petition/transparency/files.ts";
import { Lie, type LieKind, Unreadable } from "../../petition/transparency/lie.ts";
import type { VerifyTools } from "../../petition/transparency/receipt.ts";
import { type Pinned, signedHead } from "../../petition/transparency/signed-head.ts";
import { WholeLog } from "../../petition/transparency/whole-log.ts";

/** The head that the page shows. The signed one may have more entries by now. */
export type ShownHead = Pinned & { size: number; root: string; count: number; paper: number };

const FAULTS = {
  signature: ["unsigned", "another-origin"],
  rewound: ["rewound"],
  root: ["bundle", "altered", "root", "forked"],
  tile: ["tile"],
  entry: ["malformed", "hour", "below-zero", "paper-twice", "paper-uncounted"],
  text: ["text"],
  number: ["number", "paper-number"],
} as const satisfies Record<string, LieKind[]>;

/** `not-run`: this browser does not let the recount run, or could not load it. */
export type RecountFault = keyof typeof FAULTS | "missing" | "not-run";

/** `passed`: how many of the steps signature, root, entries and number. `entry`: the index of the first wrong one, if it is known. */
export type Recounted = { passed: number } & (
  | { fault: null; size: number; count: number; paper: number; kinds: WholeLog["recount"]["kinds"] }
  | { fault: RecountFault; entry: number | null }
);

export interface RecountTools extends VerifyTools {
  read: ReadFile;
  progress(entries: number, all: number): unknown;
}

export async function recountEverything(tools: RecountTools, shown: ShownHead): Promise<Recounted> {
  let passed = 0;
  try {
    const head = await signedHead(tools, await textOf(tools.read, "checkpoint"), shown);
    if (head.size < shown.size) throw new Lie("rewound", "The signed head is older than the one shown.");
    passed = 1;
    let atShown = { number: 0, paper: 0 };
    // That no commitment is there twice, only the command checks: it takes memory for each entry.
    const log = new WholeLog({
      ...tools,
      counted() {
        const { entries, number, paper } = log.recount;
        if (entries === shown.size) atShown = { number, paper };
      },
    });
    const root = fromBase64(shown.root) ?? new Uint8Array();
    const lie = () => new Lie("forked", "The signed head does not continue the one shown.");
    await log.readTo(head, (entries) => tools.progress(entries, head.size), [{ size: shown.size, root, lie }]);
    passed = 3;
    const { number: count, paper, kinds } = log.recount;
    if (atShown.number !== shown.count) throw new Lie("number", "The entries make up another number than the one shown.");
    if (atShown.paper !== shown.paper)
      throw new Lie("paper-number", "The entries make up another number on paper than the one shown.");
    return { fault: null, passed: 4, size: head.size, count, paper, kinds };
  } catch (failure) {
    if (failure instanceof Unreadable) return { fault: "missing", passed, entry: null };
    if (failure instanceof Lie) return { fault: faultOf(failure), passed, entry: failure.entry };
    throw failure;
  }
}

function faultOf({ kind }: Lie): RecountFault {
  const names = Object.keys(FAULTS) as (keyof typeof FAULTS)[];
  return names.find((name) => (FAULTS[name] as readonly LieKind[]).includes(kind)) ?? "root";
}
