import { Lie, Unreadable } from "./lie.ts";
import { type Checkpoint, type Note, readCheckpoint, readKey, readNote, signaturesBy } from "./note.ts";
import { isSignedBy, type VerifyTools } from "./receipt.ts";

export interface Pinned {
  origin: string;
  keys: string[];
}

export type SignedHead = Checkpoint & { checkpoint: string; signers: string[] };

/** Signed by one of the keys; throws a {@link Lie} otherwise. */
export async function signedHead(tools: VerifyTools, checkpoint: string, { origin, keys }: Pinned): Promise<SignedHead> {
  const note = readNote(checkpoint);
  const head = note && readCheckpoint(note.text);
  if (!note || !head) throw new Unreadable("/log/checkpoint answers something that is no head of a log.");
  if (head.origin !== origin) throw new Lie("another-origin", `The head is one of the log ${head.origin}, not of ${origin}.`);
  const signers = await keysThatSigned(tools, note, keys);
  if (signers.length > 0) return { ...head, checkpoint, signers };
  throw new Lie("unsigned", `The head of ${head.size} entries is not signed by a known key of ${origin}.`);
}

/** A false signature in the name of a key spoils the note (C2SP, signed-note). */
async function keysThatSigned(tools: VerifyTools, note: Note, keys: string[]): Promise<string[]> {
  const signers: string[] = [];
  for (const written of keys) {
    const key = readKey(tools.sha256, written);
    if (!key || signaturesBy(tools.sha256, note, key).length === 0) continue;
    if (!(await isSignedBy(tools, note, key)))
      throw new Lie("unsigned", `The head carries a false signature in the name of ${written}.`);
    signers.push(written);
  }
  return signers;
}
