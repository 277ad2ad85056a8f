/** Proofs that need no network, for anybody's tools (C2SP, tlog-proof). */
import { fromBase64, toBase64 } from "./bytes.ts";
import { HASH_LENGTH } from "./tree.ts";

const FIRST_LINE = "c2sp.org/tlog-proof@v1";

export interface TlogProof {
  /** Whatever the reader needs to find the entry; nothing vouches for it. Null where there is none. */
  extra: Uint8Array | null;
  index: number;
  /** Hashes in base64, from the leaf upwards. */
  proof: string[];
  /** The signed head of the tree in which the entry is. */
  checkpoint: string;
}

export function writeTlogProof({ extra, index, proof, checkpoint }: TlogProof): string {
  const lines = [FIRST_LINE, ...(extra ? [`extra ${toBase64(extra)}`] : []), `index ${index}`, ...proof];
  return `${lines.join("\n")}\n\n${checkpoint}`;
}

/** Null for anything else. Neither proof nor checkpoint is verified. */
export function readTlogProof(text: string): TlogProof | null {
  const end = text.indexOf("\n\n");
  const [first, ...lines] = text.slice(0, end).split("\n");
  const extra = lines[0]?.startsWith("extra ") ? fromBase64(lines.shift()?.slice("extra ".length) ?? "") : undefined;
  const [, index] = /^index (0|[1-9]\d*)$/.exec(lines.shift() ?? "") ?? [];
  if (end < 0 || first !== FIRST_LINE || extra === null || index === undefined) return null;
  if (lines.some((hash) => fromBase64(hash)?.length !== HASH_LENGTH)) return null;
  return { extra: extra ?? null, index: Number(index), proof: lines, checkpoint: text.slice(end + 2) };
}
