/** The signed head of a log, the keys that it may be signed with, and what a verifier remembers of both. */
import { randomUUID } from "node:crypto";
import { open, readFile, rename, rm } from "node:fs/promises";
import { utf8 } from "../../petition/transparency/bytes.ts";
import {
  type Checkpoint,
  KEY_TYPES,
  type Note,
  readCheckpoint,
  readKey,
  readNote,
  signaturesBy,
} from "../../petition/transparency/note.ts";
import { verifyTools } from "./ed25519.ts";
import { Lie, Unreadable } from "./lie.ts";
import type { Site } from "./site.ts";

export type SignedHead = Checkpoint & { checkpoint: string };

interface Pinned {
  origin: string;
  keys: string[];
}

/** The keys that the site shows, the one that receipts name first. */
export async function keysAt(site: Site): Promise<string[]> {
  const lines = (await site.text("/log/key")).split("\n").filter(Boolean);
  const isKey = (line: string) => readKey(verifyTools.sha256, line)?.type === KEY_TYPES.log;
  if (lines.length === 0 || !lines.every(isKey)) throw new Unreadable("/log/key answers something that is no key of a log.");
  return lines;
}

/** Signed by one of the keys; throws a {@link Lie} otherwise. */
export async function headAt(site: Site, { origin, keys }: Pinned): Promise<SignedHead> {
  const checkpoint = await site.text("/log/checkpoint");
  const note = readNote(checkpoint);
  const head = note && readCheckpoint(note.text);
  if (!note || !head) throw new Unreadable("/log/checkpoint answers something that is no head of a log.");
  if (head.origin !== origin) throw new Lie("another-origin", `The head is one of the log ${head.origin}, not of ${origin}.`);
  if ((await keysThatSigned(note, keys)).length > 0) return { ...head, checkpoint };
  throw new Lie("unsigned", `The head of ${head.size} entries is not signed by a known key of ${origin}.`);
}

/** Those of the keys whose signature the note carries. A false one spoils the note (C2SP, signed-note). */
export async function keysThatSigned(note: Note, keys: string[]): Promise<string[]> {
  const { sha256, verifySignature } = verifyTools;
  const signed: string[] = [];
  for (const written of keys) {
    const key = readKey(sha256, written);
    const signatures = key ? signaturesBy(sha256, note, key) : [];
    for (const signature of signatures)
      if (!key || signature.length !== 64 || !(await verifySignature(utf8(note.text), signature, key.publicKey)))
        throw new Lie("unsigned", `The head carries a false signature in the name of ${written}.`);
    if (signatures.length > 0) signed.push(written);
  }
  return signed;
}

export type Remembered = Pinned & { head: SignedHead };

export async function recall(file: string): Promise<Remembered | null> {
  const text = await readFile(file, "utf8").catch((failure: NodeJS.ErrnoException) => {
    if (failure.code === "ENOENT") return null;
    throw new Unreadable(`--state: the file ${file} cannot be read (${failure.code}).`);
  });
  if (text === null) return null;
  const remembered = await understood(text);
  if (remembered) return remembered;
  throw new Unreadable(`--state: the file ${file} is damaged, or was not written by this command. Nothing was compared.`);
}

export function remember(file: string, { origin, keys, head }: Remembered): Promise<void> {
  return write(file, `${JSON.stringify({ origin, keys, checkpoint: head.checkpoint }, null, 2)}\n`);
}

export async function keepEvidence(file: string, checkpoint: string): Promise<string> {
  await write(`${file}.evidence`, checkpoint);
  return `${file}.evidence`;
}

async function write(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomUUID()}.part`;
  try {
    const opened = await open(draft, "wx", 0o600);
    try {
      await opened.writeFile(text);
      await opened.sync();
    } finally {
      await opened.close();
    }
    await rename(draft, file);
  } catch (failure) {
    throw new Unreadable(`--state: the file ${file} cannot be written (${(failure as NodeJS.ErrnoException).code}).`);
  } finally {
    await rm(draft, { force: true });
  }
}

async function understood(text: string): Promise<Remembered | null> {
  try {
    const { origin, keys, checkpoint } = JSON.parse(text) as { origin: string; keys: string[]; checkpoint: string };
    const note = readNote(checkpoint);
    const head = note && readCheckpoint(note.text);
    const areKeys = keys.every((key) => readKey(verifyTools.sha256, key)?.type === KEY_TYPES.log);
    if (!note || head?.origin !== origin || !areKeys) return null;
    return (await keysThatSigned(note, keys)).length > 0 ? { origin, keys, head: { ...head, checkpoint } } : null;
  } catch (failure) {
    if (failure instanceof Lie || failure instanceof SyntaxError || failure instanceof TypeError) return null;
    throw failure;
  }
}
