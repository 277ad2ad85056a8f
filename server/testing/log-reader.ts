/** The public log as somebody outside reads it: from head, key and tiles alone. */
import { toBase64, utf8 } from "../../petition/transparency/bytes.ts";
import { changeBy, type LogEntry, readEntry, writeEntry } from "../../petition/transparency/entry.ts";
import { type Checkpoint, type Note, readCheckpoint, readKey, readNote } from "../../petition/transparency/note.ts";
import { isSignedBy } from "../../petition/transparency/receipt.ts";
import { entriesIn, GrowingTiles, pathOfTile, TILE_WIDTH, widthIn } from "../../petition/transparency/tiles.ts";
import { leafHash } from "../../petition/transparency/tree.ts";
import { sha256Bytes } from "../platform/crypto/crypto.ts";
import { verifySignature } from "../platform/crypto/log-keys.ts";

export interface ReadLog {
  head: Checkpoint;
  note: Note;
  keys: string[];
  entries: LogEntry[];
  /** Added less removed. */
  count: number;
}

/** Throws where the head is not signed by the log's key, or is not that of the entries. */
export async function readLog(address: string): Promise<ReadLog> {
  const text = async (path: string) => (await get(`${address}/log/${path}`)).text();
  const note = readNote(await text("checkpoint"));
  const head = note && readCheckpoint(note.text);
  if (!note || !head) throw new Error("No head");
  const keys = (await text("key")).trim().split("\n");
  const key = readKey(sha256Bytes, keys[0] ?? "");
  if (!key || !(await isSignedBy({ sha256: sha256Bytes, verifySignature }, note, key))) throw new Error("Not signed");
  const tree = new GrowingTiles(sha256Bytes);
  const entries: LogEntry[] = [];
  for (let index = 0; index * TILE_WIDTH < head.size; index++) {
    const tile = { level: "entries" as const, index };
    const bundle = await get(`${address}/log/${pathOfTile({ ...tile, width: widthIn(head.size, tile) })}`);
    for (const bytes of entriesIn(new Uint8Array(await bundle.arrayBuffer())) ?? []) {
      const written = new TextDecoder().decode(bytes);
      const entry = readEntry(written);
      if (!entry) throw new Error(`No entry: ${written}`);
      entries.push(entry);
      tree.push(leafHash(sha256Bytes, utf8(written)));
    }
  }
  if (tree.size !== head.size || toBase64(tree.root()) !== toBase64(head.root)) throw new Error("Another root");
  return { head, note, keys, entries, count: entries.reduce((sum, entry) => sum + changeBy(entry), 0) };
}

/** A head as anybody may have seen it, signed by the key of that log. */
export async function readHead(address: string): Promise<Checkpoint> {
  const note = readNote(await (await get(`${address}/log/checkpoint`)).text());
  const head = note && readCheckpoint(note.text);
  if (!head) throw new Error("No head");
  return head;
}

/** Those among the heads that are no beginning of the log: what it once said otherwise. */
export function notBeginnings({ entries, head }: ReadLog, heads: readonly Checkpoint[]): Checkpoint[] {
  const tree = new GrowingTiles(sha256Bytes);
  const roots = [toBase64(tree.root())];
  for (const entry of entries) {
    tree.push(leafHash(sha256Bytes, utf8(writeEntry(entry))));
    roots.push(toBase64(tree.root()));
  }
  return heads.filter(({ origin, size, root }) => origin !== head.origin || roots[size] !== toBase64(root));
}

/** What the log says in few words: `added confirmed`, `text de`. */
export function inWords(entries: readonly LogEntry[]): string[] {
  return entries.map((entry) => `${entry.kind} ${entry.kind === "text" ? entry.language : entry.reason}`);
}

async function get(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response;
}
