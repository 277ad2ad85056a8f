/** Checks the public log of a site from outside, trusting nothing that it cannot recompute (docs/public-log.md, "Checks in order"). */
import type { Milliseconds } from "../../petition/duration.ts";
import { isEqual } from "../../petition/transparency/bytes.ts";
import { readKey, readNote } from "../../petition/transparency/note.ts";
import { verifyTools } from "./ed25519.ts";
import { headAt, keysAt, keysThatSigned, type SignedHead } from "./head.ts";
import { Lie } from "./lie.ts";
import { numberShown, settleNumber } from "./number.ts";
import { milestoneOf, receiptIn } from "./own-receipt.ts";
import type { Recount } from "./recount.ts";
import { type Site, siteAt } from "./site.ts";
import { type Remembered, recall, remember } from "./state.ts";
import { type Milestone, WholeLog } from "./whole-log.ts";

export { Lie } from "./lie.ts";
export { keepEvidence } from "./state.ts";

export interface VerifyOptions {
  address: string;
  stateFile: string | null;
  receiptFile: string | null;
}

export interface Surroundings {
  now(): number;
  wait(duration: Milliseconds): Promise<void>;
  progress(all: number): { at(done: number): void; end(): void };
}

export interface Found {
  head: SignedHead;
  recount: Recount;
  number: number;
}

/** Throws a `Lie`, or `Unreadable` where something could not be reached or read. */
export async function verifyLog({ address, stateFile, receiptFile }: VerifyOptions, around: Surroundings): Promise<Found> {
  const remembered = stateFile === null ? null : await recall(stateFile, verifyTools);
  const receipt = receiptFile === null ? null : await receiptIn(receiptFile);
  const site = siteAt(address, around.wait);
  const { head: first, ...pinned } = await firstLook(site, remembered);
  const milestones: Milestone[] = remembered ? [milestoneFrom(remembered.head, first)] : [];
  if (receipt) milestones.push(await milestoneOf(receipt, pinned.keys, first, verifyTools));

  const log = new WholeLog(site, verifyTools);
  const progress = around.progress(first.size);
  await log.readTo(first, milestones, progress.at).finally(progress.end);
  const { number: logged } = log.recount;
  let head = first;
  const number = await settleNumber(
    {
      ...around,
      shown: () => numberShown(site),
      async readOn() {
        const next = await headAt(site, verifyTools, pinned);
        const older = milestoneFrom(head, next);
        if (next.size === head.size && !isEqual(next.root, head.root)) throw older.lie();
        await log.readTo(next, [], () => {});
        head = next;
        return log.recount.span;
      },
    },
    { lowest: logged, highest: logged },
  );
  if (stateFile !== null) await remember(stateFile, { ...pinned, head });
  return { head, recount: log.recount, number };
}

/** `keys`: to be trusted from now on: those that were pinned, and those that signed together with one of them. */
async function firstLook(site: Site, remembered: Remembered | null): Promise<Remembered> {
  const listed = await keysAt(site, verifyTools);
  if (!remembered) {
    const origin = readKey(verifyTools.sha256, listed[0] ?? "")?.name ?? "";
    return { origin, keys: listed, head: await headAt(site, verifyTools, { origin, keys: listed }) };
  }
  const { origin, keys } = remembered;
  if (!listed.some((key) => keys.includes(key)))
    throw new Lie("another-key", "The site names other keys than those that the log had last time, and none of these.");
  const head = await headAt(site, verifyTools, { origin, keys: [...new Set([...keys, ...listed])] });
  const note = readNote(head.checkpoint);
  const signed = note ? await keysThatSigned(verifyTools, note, [...new Set([...keys, ...listed])]) : [];
  if (!signed.some((key) => keys.includes(key)))
    throw new Lie("another-key", "The head is signed by a key that was never seen to sign beside a known one.");
  return { origin, keys: [...new Set([...keys, ...signed])], head };
}

function milestoneFrom(older: SignedHead, present: SignedHead): Milestone {
  const evidence = `${older.checkpoint}\n${present.checkpoint}`;
  const rewound = `The log has ${present.size} entries, although a head of ${older.size} was signed and seen before.`;
  if (older.size > present.size) throw new Lie("rewound", rewound, evidence);
  const sentence = `The signed head of ${older.size} entries that was seen before is no beginning of the present one: the log was rewritten.`;
  return { ...older, lie: () => new Lie("forked", sentence, evidence) };
}
