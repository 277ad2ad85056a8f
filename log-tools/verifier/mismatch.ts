import { isEqual, toHex } from "../../petition/transparency/bytes.ts";
import type { Hash } from "../../petition/transparency/tree.ts";
import { Lie, type LieKind } from "./lie.ts";

export interface Mismatch {
  kind: Extract<LieKind, "altered" | "left-out" | "reordered">;
  index: number;
}

/** `first`: the index of the first leaf. Null if all are alike. */
export function mismatchOf(leaves: readonly Hash[], given: readonly Hash[], first: number): Mismatch | null {
  const at = leaves.findIndex((leaf, place) => !isAt(given, place, leaf));
  const leaf = leaves[at];
  if (!leaf) return null;
  const index = first + at;
  if (isSameInOtherOrder(leaves, given)) return { kind: "reordered", index };
  return { kind: isAt(given, at + 1, leaf) ? "left-out" : "altered", index };
}

export function lieOf({ kind, index }: Mismatch, isOfEntries: boolean): Lie {
  if (!isOfEntries)
    return new Lie("tile", `The hash tile that browsers would be given for entry ${index} is not of that entry.`);
  if (kind === "left-out") return new Lie(kind, `Entry ${index} is left out: in its place stands a later one.`);
  if (kind === "reordered") return new Lie(kind, `Entry ${index} stands in another place than in the tree that is signed.`);
  return new Lie(kind, `Entry ${index} is not the one that is signed: it has been altered.`);
}

function isAt(hashes: readonly Hash[], place: number, hash: Hash): boolean {
  const there = hashes[place];
  return there !== undefined && isEqual(there, hash);
}

function isSameInOtherOrder(one: readonly Hash[], other: readonly Hash[]): boolean {
  return one.map(toHex).sort().join() === other.map(toHex).sort().join();
}
