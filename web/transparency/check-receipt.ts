import { hashes, verify } from "@noble/ed25519";
import { sha256, sha512 } from "@noble/hashes/sha2.js";
import { type Added, readEntry } from "../../petition/transparency/entry.ts";
import { type ReadFile, textOf } from "../../petition/transparency/files.ts";
import { Lie, Unreadable } from "../../petition/transparency/lie.ts";
import {
  codeOf,
  type Receipt,
  type ReceiptFault,
  readReceipt,
  type VerifyTools,
  verifyReceipt,
} from "../../petition/transparency/receipt.ts";
import { signedHead } from "../../petition/transparency/signed-head.ts";
import { consistencyProof, type Head, isConsistent } from "../../petition/transparency/tree.ts";
import { nodesBetween } from "./tile-reading.ts";

export type CheckFault =
  | "malformed"
  | ReceiptFault
  | "present-signature"
  /** The site's head is older than the receipt's. */
  | "rewound"
  /** The receipt's head is no beginning of the site's. */
  | "changed";

export type Checked =
  | { outcome: "true"; code: string; index: number; reason: Added; hour: string; address: string; size: number }
  | { outcome: "false"; fault: CheckFault }
  /** The site's own files could not be had: nothing is said of the receipt. */
  | { outcome: "unreadable" };

/** Sends nothing of the receipt: every receipt of a group reads the same files (`tile-reading.ts`). */
export async function checkReceipt(tools: VerifyTools, text: string, read: ReadFile): Promise<Checked> {
  const receipt = readReceipt(text);
  if (!receipt) return { outcome: "false", fault: "malformed" };
  try {
    const [keyFile, checkpoint] = await Promise.all([textOf(read, "key"), textOf(read, "checkpoint")]);
    const keys = keyFile.split("\n").filter(Boolean);
    const verified = await verifyReceipt(tools, receipt, keys);
    if (verified.fault) return { outcome: "false", fault: verified.fault };
    const present = await signedHead(tools, checkpoint, { origin: receipt.origin, keys });
    const fault = await faultBetween(tools, verified.head, present, read);
    return fault ? { outcome: "false", fault } : { outcome: "true", ...shownOf(tools, receipt), size: present.size };
  } catch (failure) {
    if (failure instanceof Unreadable) return { outcome: "unreadable" };
    if (failure instanceof Lie) return { outcome: "false", fault: "present-signature" };
    throw failure;
  }
}

async function faultBetween({ sha256 }: VerifyTools, older: Head, present: Head, read: ReadFile) {
  if (present.size < older.size) return "rewound";
  const nodes = await nodesBetween(sha256, older.size, present.size, read);
  const proof = await consistencyProof(sha256, older.size, present.size, nodes);
  return isConsistent(sha256, older, present, proof) ? null : "changed";
}

function shownOf({ sha256 }: VerifyTools, { entry, index, opening }: Receipt) {
  const read = readEntry(entry);
  if (read?.kind !== "added") throw new Error("No receipt without its entry");
  const { reason, hour } = read;
  return { index, reason, hour, code: codeOf(sha256, entry), address: opening.address };
}

// Browsers have no synchronous SHA-256, and some no Ed25519.
hashes.sha512 = sha512;

export const nobleTools: VerifyTools = {
  sha256,
  // As strict as RFC 8032, like Node.js and Go.
  verifySignature: (message, signature, publicKey) => verify(signature, message, publicKey, { zip215: false }),
};

/** Reads public files without a cookie. */
export async function checkHere(text: string): Promise<Checked> {
  const checked = await checkReceipt(nobleTools, text, readPublished("default"));
  const isChanged = checked.outcome === "false" && checked.fault === "changed";
  // A cached tile may be of a log that was replaced.
  return isChanged ? checkReceipt(nobleTools, text, readPublished("reload")) : checked;
}

const ANSWERS_WITHIN = 30_000;

export const readPublished = (tiles: RequestCache) => async (path: string) => {
  const cache = path.startsWith("tile/") ? tiles : "no-cache";
  // Safari has it from 16 on.
  const signal = AbortSignal.timeout?.(ANSWERS_WITHIN);
  const response = await fetch(`/log/${path}`, { credentials: "omit", cache, signal });
  if (response.status === 404) return null;
  if (!response.ok) throw new Unreadable(`${path}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
};
