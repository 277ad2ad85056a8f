/** The Merkle tree of RFC 6962, 2.1: hashes, and proofs of inclusion and of consistency. Sizes and indexes are counts of leaves. */
import { concat, isEqual, type Sha256 } from "./bytes.ts";

export type Hash = Uint8Array;

export const HASH_LENGTH = 32;

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

export function leafHash(sha256: Sha256, entry: Uint8Array): Hash {
  return sha256(concat(LEAF, entry));
}

export function nodeHash(sha256: Sha256, left: Hash, right: Hash): Hash {
  return sha256(concat(NODE, left, right));
}

/** The root of consecutive nodes of one level; of none, the hash of nothing. */
export function rootOf(sha256: Sha256, nodes: readonly Hash[]): Hash {
  const [first] = nodes;
  if (!first) return sha256(new Uint8Array());
  if (nodes.length === 1) return first;
  const middle = splitOf(nodes.length);
  return nodeHash(sha256, rootOf(sha256, nodes.slice(0, middle)), rootOf(sha256, nodes.slice(middle)));
}

/** The hash of the whole subtree of `2 ** level` leaves that begins with leaf `index * 2 ** level`. */
export type ReadNode = (level: number, index: number) => Promise<Hash>;

export function treeRoot(sha256: Sha256, size: number, read: ReadNode): Promise<Hash> {
  return hashOfRange(sha256, 0, size, read);
}

export async function inclusionProof(sha256: Sha256, index: number, size: number, read: ReadNode): Promise<Hash[]> {
  const path = async (from: number, to: number): Promise<Hash[]> => {
    if (to - from === 1) return [];
    const middle = from + splitOf(to - from);
    return index < middle
      ? [...(await path(from, middle)), await hashOfRange(sha256, middle, to, read)]
      : [...(await path(middle, to)), await hashOfRange(sha256, from, middle, read)];
  };
  if (index < 0 || index >= size) throw new RangeError("No such leaf");
  return path(0, size);
}

/** That the tree of `older` leaves is the beginning of that of `size`; empty where either is all or nothing of the other. */
export async function consistencyProof(sha256: Sha256, older: number, size: number, read: ReadNode): Promise<Hash[]> {
  const path = async (from: number, to: number, isWhole: boolean): Promise<Hash[]> => {
    if (older === to) return isWhole ? [] : [await hashOfRange(sha256, from, to, read)];
    const middle = from + splitOf(to - from);
    return older <= middle
      ? [...(await path(from, middle, isWhole)), await hashOfRange(sha256, middle, to, read)]
      : [...(await path(middle, to, false)), await hashOfRange(sha256, from, middle, read)];
  };
  if (older < 0 || older > size) throw new RangeError("No such tree");
  return older === 0 || older === size ? [] : path(0, size, true);
}

/** RFC 9162, 2.1.3.2. Null for a proof of another length than such a leaf's has. */
export function rootByInclusion(
  sha256: Sha256,
  leaf: Hash,
  { index, size, proof }: { index: number; size: number; proof: readonly Hash[] },
): Hash | null {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return null;
  let [node, last, hash] = [index, size - 1, leaf];
  for (const sibling of proof) {
    if (last === 0) return null;
    if (node % 2 === 1 || node === last) {
      hash = nodeHash(sha256, sibling, hash);
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)];
    } else {
      hash = nodeHash(sha256, hash, sibling);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 ? hash : null;
}

export interface Head {
  size: number;
  root: Hash;
}

/** Whether `older` is a beginning of `newer` (RFC 9162, 2.1.4.2). */
export function isConsistent(sha256: Sha256, older: Head, newer: Head, proof: readonly Hash[]): boolean {
  if (older.size > newer.size) return false;
  if (older.size === newer.size) return proof.length === 0 && isEqual(older.root, newer.root);
  if (older.size === 0) return proof.length === 0 && isEqual(older.root, rootOf(sha256, []));
  const [first, ...rest] = isPowerOfTwo(older.size) ? [older.root, ...proof] : proof;
  if (!first) return false;
  let [node, last, ofOlder, ofNewer] = [older.size - 1, newer.size - 1, first, first];
  while (node % 2 === 1) [node, last] = [half(node), half(last)];
  for (const sibling of rest) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      ofOlder = nodeHash(sha256, sibling, ofOlder);
      ofNewer = nodeHash(sha256, sibling, ofNewer);
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)];
    } else {
      ofNewer = nodeHash(sha256, ofNewer, sibling);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && isEqual(ofOlder, older.root) && isEqual(ofNewer, newer.root);
}

async function hashOfRange(sha256: Sha256, from: number, to: number, read: ReadNode): Promise<Hash> {
  const width = to - from;
  if (width === 0) return rootOf(sha256, []);
  // In RFC 6962 every part that is a power of two wide begins at a multiple of its width.
  if (isPowerOfTwo(width)) return read(Math.round(Math.log2(width)), from / width);
  const middle = from + splitOf(width);
  return nodeHash(sha256, await hashOfRange(sha256, from, middle, read), await hashOfRange(sha256, middle, to, read));
}

/** The largest power of two below `width`, which is above 1. */
function splitOf(width: number): number {
  let split = 1;
  while (split * 2 < width) split *= 2;
  return split;
}

function isPowerOfTwo(number: number): boolean {
  return number > 0 && splitOf(number + 1) === number;
}

/** Not `>> 1`, which ends at 31 bits. */
function half(number: number): number {
  return Math.floor(number / 2);
}
