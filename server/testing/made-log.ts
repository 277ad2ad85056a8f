/** A public log out of nothing but the rules, with a key of its own: what it publishes, and receipts. */
import { createHash, generateKeyPairSync, type KeyPairKeyObjectResult, sign } from "node:crypto";
import { toBase64, toHex, utf8 } from "../../petition/transparency/bytes.ts";
import { writeEntry } from "../../petition/transparency/entry.ts";
import { idOfKey, KEY_TYPES, writeCheckpoint, writeKey, writeNote } from "../../petition/transparency/note.ts";
import { COMMITMENT_LABEL, committedText, type Opening, type Receipt } from "../../petition/transparency/receipt.ts";
import { bundleOf, pathOfTile, readTilePath, TILE_WIDTH, widthIn } from "../../petition/transparency/tiles.ts";
import { type Hash, inclusionProof, leafHash, nodeHash, type ReadNode, treeRoot } from "../../petition/transparency/tree.ts";

export interface MadeLog {
  /** As `/log/key` answers it. */
  key: string;
  checkpoint(size: number): Promise<string>;
  /** Of the entry at `index`, in the tree of `size`. */
  receipt(index: number, size: number): Promise<Receipt>;
  /** What stands below `/log/` while the head of `size` is published. */
  file(path: string, size: number): Promise<Uint8Array | null>;
}

export function sha256(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(createHash("sha256").update(bytes).digest());
}

function openingOf(index: number): Opening {
  const salt = toHex(sha256(utf8(`salt ${index}`)).subarray(0, 16));
  const address = `anna.${index}@example.org`;
  return { label: COMMITMENT_LABEL, salt, id: `id-${index}`, address, consentVersion: "c1", petitionVersion: "p1" };
}

function entryOf(index: number, mark: string): string {
  const commitment = toHex(sha256(utf8(committedText(openingOf(index)) + mark)));
  return writeEntry({ kind: "added", reason: "confirmed", hour: "2026-11-22T01:00Z", commitment });
}

/** `mark`: puts other entries into it, from that index on; so two logs of one key are a fork. */
export function makeLog({
  length,
  origin = "petition.example/log",
  keys = generateKeyPairSync("ed25519"),
  mark = { from: Number.POSITIVE_INFINITY, text: "" },
}: {
  length: number;
  origin?: string;
  keys?: KeyPairKeyObjectResult;
  mark?: { from: number; text: string };
}): MadeLog {
  const entries = Array.from({ length }, (_, index) => entryOf(index, index >= mark.from ? mark.text : ""));
  const levels: Hash[][] = [entries.map((entry) => leafHash(sha256, utf8(entry)))];
  for (let below = levels[0] ?? []; below.length > 1; below = levels.at(-1) ?? [])
    levels.push(
      Array.from({ length: Math.floor(below.length / 2) }, (_, at) =>
        nodeHash(sha256, below[2 * at] as Hash, below[2 * at + 1] as Hash),
      ),
    );
  const node: ReadNode = async (level, index) => levels[level]?.[index] as Hash;
  const publicKey = new Uint8Array(Buffer.from(keys.publicKey.export({ format: "jwk" }).x ?? "", "base64url"));
  const key = { name: origin, type: KEY_TYPES.log, publicKey };

  async function checkpoint(size: number): Promise<string> {
    const text = writeCheckpoint({ origin, size, root: await treeRoot(sha256, size, node) });
    const signature = new Uint8Array(sign(null, utf8(text), keys.privateKey));
    return writeNote({ text, signatures: [{ name: origin, keyId: idOfKey(sha256, key), signature }] });
  }

  return {
    key: writeKey(sha256, key),
    checkpoint,
    async receipt(index, size) {
      const proof = (await inclusionProof(sha256, index, size, node)).map(toBase64);
      const entry = entries[index] ?? "";
      const opening = openingOf(index);
      return { origin, key: writeKey(sha256, key), opening, entry, index, size, proof, checkpoint: await checkpoint(size) };
    },
    async file(path, size) {
      if (path === "key") return utf8(`${writeKey(sha256, key)}\n`);
      if (path === "checkpoint") return utf8(await checkpoint(size));
      const tile = readTilePath(path.replace(/^tile\//, ""));
      if (!tile || tile.width > widthIn(size, tile) || path !== pathOfTile(tile)) return null;
      const [from, to] = [tile.index * TILE_WIDTH, tile.index * TILE_WIDTH + tile.width];
      if (tile.level === "entries") return bundleOf(entries.slice(from, to));
      const hashes = levels[tile.level * 8]?.slice(from, to);
      return hashes ? new Uint8Array(Buffer.concat(hashes)) : null;
    },
  };
}
