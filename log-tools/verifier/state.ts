/** What a verifier remembers of a log: origin, keys, and the last head. */
import { randomUUID } from "node:crypto";
import { open, readFile, rename, rm } from "node:fs/promises";
import { readCheckpoint } from "../../petition/transparency/checkpoint.ts";
import { KEY_TYPES, readKey, readNote } from "../../petition/transparency/note.ts";
import type { VerifyTools } from "../../petition/transparency/receipt.ts";
import { keysThatSigned, type Pinned, type SignedHead } from "./head.ts";
import { Lie, Unreadable } from "./lie.ts";

export interface Remembered extends Pinned {
  head: SignedHead;
}

export async function recall(file: string, tools: VerifyTools): Promise<Remembered | null> {
  const text = await readFile(file, "utf8").catch((failure: NodeJS.ErrnoException) => {
    if (failure.code === "ENOENT") return null;
    throw new Unreadable(`--state: the file ${file} cannot be read (${failure.code}).`);
  });
  if (text === null) return null;
  const remembered = await understood(text, tools);
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

async function understood(text: string, tools: VerifyTools): Promise<Remembered | null> {
  try {
    const { origin, keys, checkpoint } = JSON.parse(text) as { origin: string; keys: string[]; checkpoint: string };
    const note = readNote(checkpoint);
    const head = note && readCheckpoint(note.text);
    const areKeys = keys.every((key) => readKey(tools.sha256, key)?.type === KEY_TYPES.log);
    if (!note || head?.origin !== origin || !areKeys) return null;
    return (await keysThatSigned(tools, note, keys)).length > 0 ? { origin, keys, head: { ...head, checkpoint } } : null;
  } catch (failure) {
    if (failure instanceof Lie || failure instanceof SyntaxError || failure instanceof TypeError) return null;
    throw failure;
  }
}
