/** Checks the public log of a site from outside, trusting nothing that it cannot recompute (docs/public-log.md, "Checks in order"). */
import { readFile } from "node:fs/promises";
import type { PetitionStats } from "../../contract/supporters.ts";
import type { Milliseconds } from "../../petition/duration.ts";
import { parsedJson } from "../../petition/json.ts";
import { isEqual } from "../../petition/transparency/bytes.ts";
import { Lie, Unreadable } from "../../petition/transparency/lie.ts";
import { readKey } from "../../petition/transparency/note.ts";
import { type Receipt, type ReceiptFault, readReceipt, verifyReceipt } from "../../petition/transparency/receipt.ts";
import type { Recount, Span } from "../../petition/transparency/recount.ts";
import type { SignedHead } from "../../petition/transparency/signed-head.ts";
import type { Head } from "../../petition/transparency/tree.ts";
import { type OlderHead, WholeLog } from "../../petition/transparency/whole-log.ts";
import { Commitments } from "./commitments.ts";
import { verifyTools } from "./ed25519.ts";
import { headAt, keysAt, type Remembered, recall, remember } from "./head.ts";
import { type Site, siteAt } from "./site.ts";

export { keepEvidence } from "./head.ts";

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
  const remembered = stateFile === null ? null : await recall(stateFile);
  const receipt = receiptFile === null ? null : await receiptIn(receiptFile);
  const site = siteAt(address, around.wait);
  const { head: first, ...pinned } = await firstLook(site, remembered);
  const milestones: OlderHead[] = remembered ? [milestoneFrom(remembered.head, first)] : [];
  if (receipt) milestones.push(await milestoneOf(receipt, pinned.keys, first));

  const commitments = new Commitments();
  const log = new WholeLog({
    ...{ ...verifyTools, read: site.read },
    counted: (entry) => entry.kind === "added" && commitments.add(entry.commitment),
  });
  async function readTo(...read: Parameters<WholeLog["readTo"]>): Promise<void> {
    await log.readTo(...read);
    const repeated = commitments.repeated();
    if (repeated) throw new Lie("repeated", `Two entries add the same commitment, which begins with ${repeated}.`);
  }
  const progress = around.progress(first.size);
  await readTo(first, progress.at, milestones).finally(progress.end);
  const { number: logged } = log.recount;
  let head = first;
  const number = await settleNumber(
    {
      ...around,
      shown: () => numberShown(site),
      async readOn() {
        const next = await headAt(site, pinned);
        const older = milestoneFrom(head, next);
        if (next.size === head.size && !isEqual(next.root, head.root)) throw older.lie();
        await readTo(next, () => {});
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
  const listed = await keysAt(site);
  if (!remembered) {
    const origin = readKey(verifyTools.sha256, listed[0] ?? "")?.name ?? "";
    return { origin, keys: listed, head: await headAt(site, { origin, keys: listed }) };
  }
  const { origin, keys } = remembered;
  if (!listed.some((key) => keys.includes(key)))
    throw new Lie("another-key", "The site names other keys than those that the log had last time, and none of these.");
  const head = await headAt(site, { origin, keys: [...new Set([...keys, ...listed])] });
  if (!head.signers.some((key) => keys.includes(key)))
    throw new Lie("another-key", "The head is signed by a key that was never seen to sign beside a known one.");
  return { origin, keys: [...new Set([...keys, ...head.signers])], head };
}

function milestoneFrom(older: SignedHead, present: SignedHead): OlderHead {
  const evidence = `${older.checkpoint}\n${present.checkpoint}`;
  const rewound = `The log has ${present.size} entries, although a head of ${older.size} was signed and seen before.`;
  if (older.size > present.size) throw new Lie("rewound", rewound, { evidence });
  const sentence = `The signed head of ${older.size} entries that was seen before is no beginning of the present one: the log was rewritten.`;
  return { ...older, lie: () => new Lie("forked", sentence, { evidence }) };
}

const FAULTS: Record<ReceiptFault, string> = {
  "another-log": "The receipt is of another log, or names a key that this log does not have.",
  entry: "The receipt's entry is not written as one that adds a signature.",
  commitment: "The receipt's entry does not follow from its opening: it belongs to another signature.",
  head: "The receipt's head cannot be read, or is not the one of its origin and size.",
  signature: "The receipt's head is not signed by the log.",
  inclusion: "The receipt's entry is not in the tree of its head at its index: the proof is false.",
};

async function receiptIn(file: string): Promise<Receipt> {
  const text = await readFile(file, "utf8").catch((failure: NodeJS.ErrnoException) => {
    throw new Unreadable(`--receipt: the file ${file} cannot be read (${failure.code}).`);
  });
  const receipt = readReceipt(text);
  if (receipt) return receipt;
  throw new Unreadable(`--receipt: the file ${file} holds no receipt.`);
}

/** `keys`: of the log. Answers the receipt's head, which must be a beginning of the log's. */
async function milestoneOf(receipt: Receipt, keys: string[], present: Head): Promise<OlderHead> {
  const verified = await verifyReceipt(verifyTools, receipt, keys);
  if (verified.fault) throw new Lie(`receipt-${verified.fault}`, FAULTS[verified.fault]);
  const { size, root } = verified.head;
  if (size > present.size)
    throw new Lie("rewound", `The log has ${present.size} entries, although the receipt's signed head has ${size}.`);
  const sentence = `The receipt's head of ${size} entries is signed by the log, and is no beginning of what the log is now.`;
  return { size, root, lie: () => new Lie("receipt-forked", sentence) };
}

/** Of the number that the site shows, which must be one that its log has. The log follows within a minute, in steps of one. */
const ASKED_EVERY: Milliseconds = 2_000;
/** How long the two may be equally far apart. */
const PATIENCE: Milliseconds = 60_000;
const LONGEST: Milliseconds = 600_000;

type Sample = Span & { number: number; at: number };

type Following = Pick<Surroundings, "now" | "wait"> & { shown(): Promise<number>; readOn(): Promise<Span> };

/** `span`: of the log's number when its head was read. Answers the number that both have. */
async function settleNumber({ now, wait, shown, readOn }: Following, span: Span): Promise<number> {
  const begun = now();
  let samples: Sample[] = [];
  let nearest = Number.POSITIVE_INFINITY;
  let nearerAt = begun;
  for (let last = span; ; last = await readOn()) {
    samples = samples.filter(({ at }) => now() - at < PATIENCE);
    for (const sample of samples) widen(sample, last);
    const newest = { number: await shown(), at: now(), ...last };
    samples.push(newest);
    const met = samples.find((sample) => distanceOf(sample) === 0);
    if (met) return met.number;
    const distance = distanceOf(newest);
    if (distance < nearest) [nearest, nearerAt] = [distance, now()];
    if (now() - nearerAt >= PATIENCE) throw lieOf(samples);
    if (now() - begun >= LONGEST)
      throw new Unreadable(`The number that the site shows and its log come nearer, but still are ${distance} apart.`);
    await wait(ASKED_EVERY);
  }
}

async function numberShown(site: Site): Promise<number> {
  const answer = await site.bytes("/api/petition/stats");
  const { signatureCount = NaN } = (parsedJson(new TextDecoder().decode(answer ?? undefined)) ?? {}) as Partial<PetitionStats>;
  if (Number.isSafeInteger(signatureCount)) return signatureCount;
  throw new Unreadable("/api/petition/stats answers no number of signatures.");
}

function widen(sample: Span, { lowest, highest }: Span): void {
  sample.lowest = Math.min(sample.lowest, lowest);
  sample.highest = Math.max(sample.highest, highest);
}

function distanceOf({ number, lowest, highest }: Omit<Sample, "at">): number {
  return Math.max(0, lowest - number, number - highest);
}

function lieOf(samples: Sample[]): Lie {
  const { number = 0, lowest = 0, highest = 0 } = samples[0] ?? {};
  const logged = lowest === highest ? `${lowest}` : `between ${lowest} and ${highest}`;
  return new Lie("number", `The site shows ${number} signatures, its log has ${logged}, and a minute brought them no nearer.`);
}
