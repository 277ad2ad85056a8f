/** Signed notes (C2SP, signed-note): the text, an empty line, and a line for each signature. Keys are Ed25519 (RFC 8032). */
import { concat, fromBase64, isEqual, type Sha256, toBase64, toHex, utf8 } from "./bytes.ts";
import { HASH_LENGTH, type Head } from "./tree.ts";

export const KEY_TYPES = { log: 1, witness: 4 } as const;
export type KeyType = (typeof KEY_TYPES)[keyof typeof KEY_TYPES];

const PUBLIC_LENGTH = 32;
const ID_LENGTH = 4;
const SIGNATURES_MAX = 100;

export interface NoteKey {
  name: string;
  type: KeyType;
  publicKey: Uint8Array;
}

export interface NoteSignature {
  name: string;
  /** 4 bytes that say which key: {@link idOfKey}. */
  keyId: Uint8Array;
  signature: Uint8Array;
}

export interface Note {
  text: string;
  signatures: NoteSignature[];
}

export function idOfKey(sha256: Sha256, { name, type, publicKey }: NoteKey): Uint8Array {
  return sha256(concat(utf8(`${name}\n`), Uint8Array.of(type), publicKey)).subarray(0, ID_LENGTH);
}

export function writeKey(sha256: Sha256, key: NoteKey): string {
  return `${key.name}+${toHex(idOfKey(sha256, key))}+${toBase64(concat(Uint8Array.of(key.type), key.publicKey))}`;
}

/** Null if it is no key, or of an unknown type, or has a wrong hash. */
export function readKey(sha256: Sha256, text: string): NoteKey | null {
  const [, name = "", id, encoded = ""] = /^([^+\s]+)\+([\da-f]{8})\+(\S+)$/.exec(text) ?? [];
  const bytes = fromBase64(encoded);
  const type = Object.values(KEY_TYPES).find((one) => one === bytes?.[0]);
  if (!name || !bytes || !type || bytes.length !== 1 + PUBLIC_LENGTH) return null;
  const key = { name, type, publicKey: bytes.subarray(1) };
  return toHex(idOfKey(sha256, key)) === id ? key : null;
}

/** `PRIVATE+KEY+name+hash+key`. The hash can be checked with the public key alone. */
export function readPrivateKey(text: string): { name: string; id: string; type: KeyType; seed: Uint8Array } | null {
  const [, name = "", id = "", encoded = ""] = /^PRIVATE\+KEY\+([^+\s]+)\+([\da-f]{8})\+(\S+)$/.exec(text) ?? [];
  const bytes = fromBase64(encoded);
  const type = Object.values(KEY_TYPES).find((one) => one === bytes?.[0]);
  return name && bytes && type && bytes.length === 1 + PUBLIC_LENGTH ? { name, id, type, seed: bytes.subarray(1) } : null;
}

export function writePrivateKey(sha256: Sha256, key: NoteKey, seed: Uint8Array): string {
  const encoded = toBase64(concat(Uint8Array.of(key.type), seed));
  return `PRIVATE+KEY+${key.name}+${toHex(idOfKey(sha256, key))}+${encoded}`;
}

export function signatureLine({ name, keyId, signature }: NoteSignature): string {
  return `— ${name} ${toBase64(concat(keyId, signature))}\n`;
}

export function writeNote({ text, signatures }: Note): string {
  return `${text}\n${signatures.map(signatureLine).join("")}`;
}

export function readNote(note: string): Note | null {
  const end = note.lastIndexOf("\n\n");
  if (end < 0 || !note.endsWith("\n") || steersTerminal(note)) return null;
  const lines = note.slice(end + 2, -1).split("\n");
  if (lines.length > SIGNATURES_MAX) return null;
  const signatures = lines.map(readSignature);
  return signatures.every((one) => one !== null) ? { text: note.slice(0, end + 1), signatures } : null;
}

/** Those that claim to be by this key. They are not verified. */
export function signaturesBy(sha256: Sha256, { signatures }: Note, key: NoteKey): Uint8Array[] {
  const id = idOfKey(sha256, key);
  return signatures.filter(({ name, keyId }) => name === key.name && isEqual(keyId, id)).map(({ signature }) => signature);
}

/** Control characters are forbidden, but for line feeds: a note can be shown. */
function steersTerminal(note: string): boolean {
  return [...note].some((character) => character < " " && character !== "\n");
}

function readSignature(line: string): NoteSignature | null {
  const [, name = "", encoded = ""] = /^— ([^+\s]+) (\S+)$/.exec(line) ?? [];
  const bytes = fromBase64(encoded);
  if (!bytes || bytes.length <= ID_LENGTH) return null;
  return { name, keyId: bytes.subarray(0, ID_LENGTH), signature: bytes.subarray(ID_LENGTH) };
}

/** The log's head (C2SP, tlog-checkpoint). */
export type Checkpoint = Head & { origin: string };

export function writeCheckpoint({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`;
}

/** Null for anything else. Lines after the third are allowed. */
export function readCheckpoint(text: string): Checkpoint | null {
  const [origin = "", size = "", encoded = ""] = text.split("\n");
  const root = fromBase64(encoded);
  if (!text.endsWith("\n") || !origin || !/^(?:0|[1-9]\d*)$/.test(size) || root?.length !== HASH_LENGTH) return null;
  return Number.isSafeInteger(Number(size)) ? { origin, size: Number(size), root } : null;
}

const SECONDS_LENGTH = 8;

/** What a witness signs (C2SP, tlog-cosignature). `seconds`: since 1970. */
export function cosignedText(text: string, seconds: number): Uint8Array {
  return utf8(`cosignature/v1\ntime ${seconds}\n${text}`);
}

export function writeCosignature(seconds: number, signature: Uint8Array): Uint8Array {
  const time = new Uint8Array(SECONDS_LENGTH);
  new DataView(time.buffer).setBigUint64(0, BigInt(seconds));
  return concat(time, signature);
}

export function readCosignature(bytes: Uint8Array): { seconds: number; signature: Uint8Array } | null {
  if (bytes.length !== SECONDS_LENGTH + 64) return null;
  const seconds = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0);
  return { seconds: Number(seconds), signature: bytes.subarray(SECONDS_LENGTH) };
}
