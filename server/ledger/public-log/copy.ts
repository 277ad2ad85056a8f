/** The log's entries in bundles (C2SP, tlog-tiles) beside the database: a restored backup knows less than what was published. */
import { constants, type FileHandle, mkdir, open, readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { fromBase64, toBase64, utf8 } from "../../../petition/transparency/bytes.ts";
import { bundleOf, entriesIn, GrowingTiles } from "../../../petition/transparency/tiles.ts";
import { HASH_LENGTH, leafHash } from "../../../petition/transparency/tree.ts";
import { sha256Bytes } from "../../platform/crypto/crypto.ts";
import { readIfThere, replaceFile, syncFolder } from "../../platform/on-disk.ts";

const FOLDER = "log";
const READ_AT_ONCE = 1024 * 1024;

export type LogCopy = ReturnType<typeof copyOf>;

export interface Named {
  origin: string;
  keys: string[];
}

interface Note extends Named {
  size: number;
  bytes: number;
  edge: string[][];
}

/** `named`: its name if the note is damaged; the entries tell whether it is that log. */
export async function openCopy(dataFolder: string, named: Named | null): Promise<LogCopy | null> {
  const folder = join(dataFolder, FOLDER);
  const note = await readNote(folder, named);
  if (!note) return null;
  const file = await open(join(folder, "entries"), constants.O_RDWR | constants.O_CREAT, 0o600);
  const kept = treeOf(note);
  const isWhole = kept !== null && (await file.stat()).size >= note.bytes;
  const start = isWhole ? note : { ...note, size: 0, bytes: 0 };
  const tree = isWhole ? kept : new GrowingTiles(sha256Bytes);
  let bytes = start.bytes;
  // Entries after the last note: published, or about to be.
  for await (const part of entriesFrom(file, bytes)) {
    for (const entry of part) tree.push(leafHash(sha256Bytes, utf8(entry)));
    bytes += bundleOf(part).length;
  }
  return copyOf(folder, file, { ...note, tree, bytes });
}

/** Null where the note does not have the hashes that a tree of its size is kept by. */
function treeOf({ size, edge }: Note): GrowingTiles | null {
  if (!edge.every(Array.isArray)) return null;
  const tree = new GrowingTiles(
    sha256Bytes,
    edge.map((hashes) => hashes.map((hash) => fromBase64(hash) ?? new Uint8Array())),
  );
  return tree.size === size && tree.edge.flat().every(({ length }) => length === HASH_LENGTH) ? tree : null;
}

/** The old folder is kept under another name. */
export async function beginCopy(dataFolder: string, { origin, keys }: Named, now: Date): Promise<LogCopy> {
  const folder = join(dataFolder, FOLDER);
  const aside = `${folder}-${now.toISOString().replaceAll(/[:.]/g, "-")}`;
  await rename(folder, aside).catch((failure: NodeJS.ErrnoException) => {
    if (failure.code !== "ENOENT") throw failure;
  });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = await open(join(folder, "entries"), "w+", 0o600);
  const copy = copyOf(folder, file, { origin, keys, tree: new GrowingTiles(sha256Bytes), bytes: 0 });
  await copy.add([]);
  await syncFolder(dataFolder);
  return copy;
}

export async function originsIn(dataFolder: string): Promise<string[]> {
  const folders = (await readdir(dataFolder)).filter((name) => name === FOLDER || name.startsWith(`${FOLDER}-2`));
  const notes = await Promise.all(folders.map((name) => readNote(join(dataFolder, name), null)));
  return notes.flatMap((note) => note?.origin ?? []);
}

function copyOf(folder: string, file: FileHandle, state: Named & { tree: GrowingTiles; bytes: number }) {
  const { origin, tree } = state;
  const note = () => {
    const edge = tree.edge.map((hashes) => hashes.map(toBase64));
    const note: Note = { origin, keys: state.keys, size: tree.size, bytes: state.bytes, edge };
    return replaceFile(join(folder, "note"), `${JSON.stringify(note)}\n`);
  };
  return {
    origin,
    tree,
    keys: () => state.keys,
    async rename(keys: string[]) {
      state.keys = keys;
      await note();
    },
    async add(entries: readonly string[]) {
      const bundle = bundleOf(entries);
      await writeWhole(file, bundle, state.bytes);
      await file.sync();
      for (const entry of entries) tree.push(leafHash(sha256Bytes, utf8(entry)));
      state.bytes += bundle.length;
      await note();
    },
    /** With entries that another process wrote after ours. */
    async sizeOnDisk() {
      let { size } = tree;
      for await (const part of entriesFrom(file, state.bytes)) size += part.length;
      return size;
    },
    entries: () => entriesFrom(file, 0, state.bytes),
    close: () => file.close(),
  };
}

async function writeWhole(file: FileHandle, bytes: Uint8Array, place: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at, bytes.length - at, place + at)).bytesWritten;
}

async function* entriesFrom(file: FileHandle, from: number, to = Number.POSITIVE_INFINITY): AsyncGenerator<string[]> {
  let rest = Buffer.alloc(0);
  for (let at = from; at < to; ) {
    const wanted = Math.min(READ_AT_ONCE, to - at);
    const { bytesRead, buffer } = await file.read(Buffer.alloc(wanted), 0, wanted, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    rest = Buffer.concat([rest, buffer.subarray(0, bytesRead)]);
    const whole = wholeEntries(rest);
    const entries = entriesIn(Uint8Array.from(rest.subarray(0, whole)));
    rest = rest.subarray(whole);
    if (entries && entries.length > 0) yield entries.map((entry) => Buffer.from(entry).toString("utf8"));
  }
}

function wholeEntries(bytes: Buffer): number {
  for (let at = 0; ; ) {
    if (at + 2 > bytes.length) return at;
    const next = at + 2 + bytes.readUInt16BE(at);
    // No entry is empty: zeros are what a crash left.
    if (next > bytes.length || next === at + 2) return at;
    at = next;
  }
}

async function readNote(folder: string, named: Named | null): Promise<Note | null> {
  const text = await readIfThere(join(folder, "note"));
  if (text === null) return null;
  try {
    return JSON.parse(text) as Note;
  } catch {
    return { ...(named ?? { origin: "", keys: [] }), size: 0, bytes: 0, edge: [] };
  }
}
