import { readFile } from "node:fs/promises";
import { textOf } from "../../petition/transparency/files.ts";
import { Lie, Unreadable } from "../../petition/transparency/lie.ts";
import { KEY_TYPES, readKey } from "../../petition/transparency/note.ts";
import { type Pinned, type SignedHead, signedHead } from "../../petition/transparency/signed-head.ts";
import { replaceFile } from "../replace-file.ts";
import { verifyTools } from "./ed25519.ts";
import type { Site } from "./site.ts";

/** The keys that the site shows, the one that receipts name first. */
export async function keysAt(site: Site): Promise<string[]> {
  const lines = (await textOf(site.read, "key")).split("\n").filter(Boolean);
  if (lines.length === 0 || !lines.every(isKey)) throw new Unreadable("/log/key answers something that is no key of a log.");
  return lines;
}

export async function headAt(site: Site, pinned: Pinned): Promise<SignedHead> {
  return signedHead(verifyTools, await textOf(site.read, "checkpoint"), pinned);
}

function isKey(line: string): boolean {
  return readKey(verifyTools.sha256, line)?.type === KEY_TYPES.log;
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

function write(file: string, text: string): Promise<void> {
  return replaceFile(file, text).catch((failure: NodeJS.ErrnoException) => {
    throw new Unreadable(`--state: the file ${file} cannot be written (${failure.code}).`);
  });
}

async function understood(text: string): Promise<Remembered | null> {
  try {
    const { origin, keys, checkpoint } = JSON.parse(text) as { origin: string; keys: string[]; checkpoint: string };
    return keys.every(isKey) ? { origin, keys, head: await signedHead(verifyTools, checkpoint, { origin, keys }) } : null;
  } catch (failure) {
    if ([Lie, Unreadable, SyntaxError, TypeError].some((expected) => failure instanceof expected)) return null;
    throw failure;
  }
}
