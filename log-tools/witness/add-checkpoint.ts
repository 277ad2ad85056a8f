/** What a witness answers to `POST /add-checkpoint` (C2SP, tlog-witness). */
import { fromBase64, isEqual } from "../../petition/transparency/bytes.ts";
import { type Checkpoint, cosignedText, readCheckpoint, writeCosignature } from "../../petition/transparency/checkpoint.ts";
import { idOfKey, type Note, type NoteKey, readNote, signatureLine } from "../../petition/transparency/note.ts";
import { isSignedBy } from "../../petition/transparency/receipt.ts";
import { HASH_LENGTH, type Hash, isConsistent, rootOf } from "../../petition/transparency/tree.ts";
import { verifyTools } from "../verifier/ed25519.ts";
import type { Heads } from "./heads.ts";
import type { WitnessKey } from "./witness-key.ts";

const PROOF_MAX = 63;

export interface WitnessAnswer {
  status: 200 | 400 | 403 | 404 | 409 | 422;
  body: string;
  /** The size of the head that was cosigned last, as `text/x.tlog.size`. */
  isSize?: true;
}

export interface WitnessTools {
  key: WitnessKey;
  logs: ReadonlyMap<string, NoteKey[]>;
  heads: Heads;
  seconds(): number;
}

/** To be called for one request at a time. */
export async function addCheckpoint(tools: WitnessTools, body: Uint8Array): Promise<WitnessAnswer> {
  const asked = readRequest(body);
  if (!asked) return refused(400, "This is no request of the witness protocol.");
  const { old, proof, note, head } = asked;
  const keys = tools.logs.get(head.origin);
  if (!keys) return refused(404, "This witness does not know that log.");
  if (!(await isSigned(note, keys))) return refused(403, "No key of that log has signed this head.");
  if (old > head.size) return refused(400, "The old size is above that of the head.");
  const last = tools.heads.of(head.origin) ?? { size: 0, root: rootOf(verifyTools.sha256, []) };
  if (old !== last.size || (old === head.size && !isEqual(last.root, head.root)))
    return { status: 409, body: `${last.size}\n`, isSize: true };
  if (!isConsistent(verifyTools.sha256, last, head, proof))
    return refused(422, "The proof does not lead from the head that was cosigned last to this one.");
  if (head.size > last.size || !tools.heads.of(head.origin)) await tools.heads.keep(head.origin, note.text);
  return { status: 200, body: cosigned(tools, note.text) };
}

interface Request {
  old: number;
  proof: Hash[];
  note: Note;
  head: Checkpoint;
}

function readRequest(body: Uint8Array): Request | null {
  const text = decoded(body);
  const [, size = "", lines = "", signed = ""] = /^old (0|[1-9]\d*)\n((?:\S+\n)*)\n([\s\S]*)$/.exec(text ?? "") ?? [];
  const proof = lines
    .split("\n")
    .slice(0, -1)
    .map((line) => fromBase64(line));
  const note = readNote(signed);
  const head = note && readCheckpoint(note.text);
  if (!head || !Number.isSafeInteger(Number(size)) || proof.length > PROOF_MAX) return null;
  const areHashes = proof.every((hash) => hash !== null) && proof.every((hash) => hash.length === HASH_LENGTH);
  return areHashes ? { old: Number(size), proof, note, head } : null;
}

function decoded(body: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return null;
  }
}

async function isSigned(note: Note, keys: NoteKey[]): Promise<boolean> {
  for (const key of keys) if (await isSignedBy(verifyTools, note, key)) return true;
  return false;
}

function cosigned({ key, seconds }: WitnessTools, text: string): string {
  const at = seconds();
  const signature = writeCosignature(at, key.sign(cosignedText(text, at)));
  return signatureLine({ name: key.name, keyId: idOfKey(verifyTools.sha256, key), signature });
}

function refused(status: 400 | 403 | 404 | 422, sentence: string): WitnessAnswer {
  return { status, body: `${sentence}\n` };
}
