/** A signer's receipt: that this very signature was counted (docs/public-log.md, "Receipts"). */
import { fromBase64, isEqual, type Sha256, toHex, utf8 } from "./bytes.ts";
import { readEntry } from "./entry.ts";
import { type Checkpoint, type Note, type NoteKey, readCheckpoint, readKey, readNote, signaturesBy } from "./note.ts";
import { readTlogProof, type TlogProof, writeTlogProof } from "./tlog-proof.ts";
import { leafHash, rootByInclusion } from "./tree.ts";

/** What a signature is committed to by; the address is folded (`petition/mailbox.ts`). */
export interface Opening {
  label: string;
  /** 16 random bytes in hex, erased with the signature. */
  salt: string;
  id: string;
  address: string;
  /** Empty if unknown, as after an import. */
  consentVersion: string;
  petitionVersion: string;
}

export const COMMITMENT_LABEL = "bargeld-erhalten signature 1";

/** Only the signer gets the salt: without it the hash tells nothing about the address. */
export function committedText({ label, salt, id, address, consentVersion, petitionVersion }: Opening): string {
  return [label, salt, id, address, consentVersion, petitionVersion].join("\n");
}

/** A line feed within a part would let one text be the opening of two. */
function isWritten(opening: Opening): boolean {
  return opening.label === COMMITMENT_LABEL && committedText(opening).split("\n").length === 6;
}

export interface Receipt {
  origin: string;
  key: string;
  opening: Opening;
  entry: string;
  index: number;
  size: number;
  proof: string[];
  checkpoint: string;
}

/** The same receipt in C2SP's form; what is ours, the entry, its opening and the key, is its `extra`, in JSON. */
export function writeReceiptProof({ key, opening, entry, index, proof, checkpoint }: Receipt): string {
  return writeTlogProof({ extra: utf8(JSON.stringify({ key, opening, entry })), index, proof, checkpoint });
}

/** Of either form, alone or within the file of everything that is stored; null if the text holds none. */
export function readReceipt(text: string): Receipt | null {
  try {
    // Who copies it may lose the last line feed.
    const proof = readTlogProof(`${text.trim()}\n`);
    const parsed = proof ? receiptIn(proof) : (JSON.parse(text) as Receipt | { receipt: Receipt } | null);
    const receipt = parsed && "receipt" in parsed ? parsed.receipt : (parsed as Receipt);
    return hasShape(receipt) ? receipt : null;
  } catch {
    return null;
  }
}

function receiptIn({ extra, index, proof, checkpoint }: TlogProof): Receipt {
  const { key, opening, entry } = JSON.parse(new TextDecoder().decode(extra ?? undefined)) as Receipt;
  const size = Number(checkpoint.split("\n")[1]);
  return { origin: String(key).split("+")[0] ?? "", key, opening, entry, index, size, proof, checkpoint };
}

function hasShape(receipt: Receipt): boolean {
  const { origin, key, opening, entry, index, size, proof, checkpoint } = receipt;
  const { label, salt, id, address, consentVersion, petitionVersion } = opening;
  const texts = [origin, key, entry, checkpoint, label, salt, id, address, consentVersion, petitionVersion];
  const areNumbers = [index, size].every((number) => Number.isSafeInteger(number) && number >= 0);
  return areNumbers && Array.isArray(proof) && [...texts, ...proof].every((text) => typeof text === "string");
}

export interface VerifyTools {
  sha256: Sha256;
  verifySignature(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean | Promise<boolean>;
}

export type ReceiptFault = "another-log" | "entry" | "commitment" | "head" | "signature" | "inclusion";

export type Verified = { fault: ReceiptFault } | { fault: null; head: Checkpoint };

/** From the receipt alone. `pinned`: the keys of the log that is asked about, as `/log/key` writes them. */
export async function verifyReceipt(tools: VerifyTools, receipt: Receipt, pinned: readonly string[]): Promise<Verified> {
  const { sha256 } = tools;
  const { opening, entry, index, size } = receipt;
  const key = readKey(sha256, receipt.key);
  if (!key || !pinned.includes(receipt.key) || receipt.origin !== key.name) return { fault: "another-log" };
  const read = readEntry(entry);
  if (read?.kind !== "added") return { fault: "entry" };
  if (!isWritten(opening) || toHex(sha256(utf8(committedText(opening)))) !== read.commitment) return { fault: "commitment" };
  const note = readNote(receipt.checkpoint);
  const head = note && readCheckpoint(note.text);
  if (!note || !head || head.origin !== receipt.origin || head.size !== size) return { fault: "head" };
  if (!(await isSignedBy(tools, note, key))) return { fault: "signature" };
  const proof = receipt.proof.map((hash) => fromBase64(hash));
  if (proof.some((hash) => hash?.length !== 32)) return { fault: "inclusion" };
  const path = { index, size, proof: proof as Uint8Array[] };
  const root = rootByInclusion(sha256, leafHash(sha256, utf8(entry)), path);
  return root && isEqual(root, head.root) ? { fault: null, head } : { fault: "inclusion" };
}

/** Whether the log signed the note with this key. A signature that claims to be by it and is not spoils the note (C2SP, signed-note). */
export async function isSignedBy({ sha256, verifySignature }: VerifyTools, note: Note, key: NoteKey): Promise<boolean> {
  const signatures = signaturesBy(sha256, note, key);
  for (const signature of signatures)
    if (signature.length !== 64 || !(await verifySignature(utf8(note.text), signature, key.publicKey))) return false;
  return signatures.length > 0;
}

/** Crockford's base 32: without letters that look like digits. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_LENGTH = 10;

/** From SHA-256 of the entry: `K7QF-2M9X-T4`. */
export function codeOf(sha256: Sha256, entry: string): string {
  const hash = sha256(utf8(entry));
  const characters = Array.from({ length: CODE_LENGTH }, (_, at) => ALPHABET[(hash[at] ?? 0) % 32]).join("");
  return `${characters.slice(0, 4)}-${characters.slice(4, 8)}-${characters.slice(8)}`;
}
