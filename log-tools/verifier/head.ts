/** The signed head of a log, and the keys that it may be signed with. */
import { utf8 } from "../../petition/transparency/bytes.ts";
import { type Checkpoint, readCheckpoint } from "../../petition/transparency/checkpoint.ts";
import { KEY_TYPES, type Note, readKey, readNote, signaturesBy } from "../../petition/transparency/note.ts";
import type { VerifyTools } from "../../petition/transparency/receipt.ts";
import { Lie, Unreadable } from "./lie.ts";
import type { Site } from "./site.ts";

export interface SignedHead extends Checkpoint {
  checkpoint: string;
}

export interface Pinned {
  origin: string;
  keys: string[];
}

/** The keys that the site shows, the one that receipts name first. */
export async function keysAt(site: Site, { sha256 }: VerifyTools): Promise<string[]> {
  const lines = (await site.text("/log/key")).split("\n").filter(Boolean);
  const isKey = (line: string) => readKey(sha256, line)?.type === KEY_TYPES.log;
  if (lines.length === 0 || !lines.every(isKey)) throw new Unreadable("/log/key answers something that is no key of a log.");
  return lines;
}

/** Signed by one of the keys; throws a {@link Lie} otherwise. */
export async function headAt(site: Site, tools: VerifyTools, { origin, keys }: Pinned): Promise<SignedHead> {
  const checkpoint = await site.text("/log/checkpoint");
  const note = readNote(checkpoint);
  const head = note && readCheckpoint(note.text);
  if (!note || !head) throw new Unreadable("/log/checkpoint answers something that is no head of a log.");
  if (head.origin !== origin) throw new Lie("another-origin", `The head is one of the log ${head.origin}, not of ${origin}.`);
  if ((await keysThatSigned(tools, note, keys)).length > 0) return { ...head, checkpoint };
  throw new Lie("unsigned", `The head of ${head.size} entries is not signed by a known key of ${origin}.`);
}

/** Those of the keys whose signature the note carries. A false one spoils the note (C2SP, signed-note). */
export async function keysThatSigned({ sha256, verifySignature }: VerifyTools, note: Note, keys: string[]): Promise<string[]> {
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
