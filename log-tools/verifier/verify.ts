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
  /** On paper. */
  paper: number;
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
  const { number: logged, paper: loggedPaper } = log.recount;
  let head = first;
  const { number, paper } = await settleNumbers(
    {
      ...around,
      shown: () => numbersShown(site),
      async readOn() {
        const next = await headAt(site, pinned);
        const older = milestoneFrom(head, next);
        if (next.size === head.size && !isEqual(next.root, head.root)) throw older.lie();
        await readTo(next, () => {});
        head = next;
        return log.recount.span;
      },
    },
    { lowest: logged, highest: logged, paper: [loggedPaper] },
  );
  if (stateFile !== null) await remember(stateFile, { ...pinned, head });
  return { head, recount: log.recount, number, paper };
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

/** Of the numbers that the site shows, which must be ones that its log has. The log follows within a minute, in steps of one, on paper of a batch. */
const ASKED_EVERY: Milliseconds = 2_000;
/** How long the two may be equally far apart. */
const PATIENCE: Milliseconds = 60_000;
const LONGEST: Milliseconds = 600_000;

type Shown = { number: number; paper: number };

type Sample = { shown: Shown; span: Span; at: number };

type Following = Pick<Surroundings, "now" | "wait"> & { shown(): Promise<Shown>; readOn(): Promise<Span> };

/** `span`: of the log's numbers when its head was read. Answers the numbers that both have. */
async function settleNumbers({ now, wait, shown, readOn }: Following, span: Span): Promise<Shown> {
  const begun = now();
  let samples: Sample[] = [];
  let nearest = Number.POSITIVE_INFINITY;
  let nearerAt = begun;
  for (let last = span; ; last = await readOn()) {
    samples = samples.filter(({ at }) => now() - at < PATIENCE);
    for (const sample of samples) sample.span = together(sample.span, last);
    const newest = { shown: await shown(), at: now(), span: last };
    samples.push(newest);
    const met = samples.find((sample) => distanceOf(sample) === 0);
    if (met) return met.shown;
    const distance = distanceOf(newest);
    if (distance < nearest) [nearest, nearerAt] = [distance, now()];
    if (now() - nearerAt >= PATIENCE) throw lieOf(samples[0] ?? newest);
    if (now() - begun >= LONGEST)
      throw new Unreadable(`The number that the site shows and its log come nearer, but still are ${distance} apart.`);
    await wait(ASKED_EVERY);
  }
}

/** A release before paper names no number of it. */
async function numbersShown(site: Site): Promise<Shown> {
  const answer = await site.bytes("/api/petition/stats");
  const stats = (parsedJson(new TextDecoder().decode(answer ?? undefined)) ?? {}) as Partial<PetitionStats>;
  const { signatureCount: number = NaN, paperCount: paper = 0 } = stats;
  if (Number.isSafeInteger(number) && Number.isSafeInteger(paper)) return { number, paper };
  throw new Unreadable("/api/petition/stats answers no number of signatures.");
}

function together(one: Span, other: Span): Span {
  return {
    lowest: Math.min(one.lowest, other.lowest),
    highest: Math.max(one.highest, other.highest),
    paper: [...new Set([...one.paper, ...other.paper])],
  };
}

function distanceOf({ shown, span }: Pick<Sample, "shown" | "span">): number {
  return onlineDistance(shown, span) + Math.min(...span.paper.map((paper) => Math.abs(shown.paper - paper)));
}

function onlineDistance({ number }: Shown, { lowest, highest }: Span): number {
  return Math.max(0, lowest - number, number - highest);
}

function lieOf({ shown, span }: Sample): Lie {
  const { number, paper } = shown;
  const { lowest, highest } = span;
  if (onlineDistance(shown, span) === 0)
    return new Lie(
      "paper-number",
      `The site shows ${paper} signatures on paper, its log has ${span.paper.at(-1) ?? 0}, and a minute brought them no nearer.`,
    );
  const logged = lowest === highest ? `${lowest}` : `between ${lowest} and ${highest}`;
  return new Lie("number", `The site shows ${number} signatures, its log has ${logged}, and a minute brought them no nearer.`);
}
