import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from "node:crypto";
import { orElse } from "../../../petition/or-else.ts";
import {
  idOfKey,
  KEY_TYPES,
  type KeyType,
  type NoteKey,
  readPrivateKey,
  writeKey,
  writeNote,
  writePrivateKey,
} from "../../../petition/transparency/note.ts";
import { sha256Bytes } from "./crypto.ts";

/** PKCS #8 and SubjectPublicKeyInfo of Ed25519 (RFC 8410): what stands before the 32 bytes. */
const PRIVATE_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");
const PUBLIC_PREFIX = Buffer.from("302a300506032b6570032100", "hex");

export type SigningKey = ReturnType<typeof signingKeyFrom>;

export function signingKeyFrom(seed: Uint8Array) {
  const key = createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, seed]), format: "der", type: "pkcs8" });
  const publicKey = createPublicKey(key).export({ format: "der", type: "spki" }).subarray(PUBLIC_PREFIX.length);
  return { publicKey: Uint8Array.from(publicKey), sign: (message: Uint8Array) => Uint8Array.from(sign(null, message, key)) };
}

export function readSigningKey(text: string, type: KeyType = KEY_TYPES.log): SigningKey | null {
  const read = readPrivateKey(text);
  if (read?.type !== type) return null;
  const key = signingKeyFrom(read.seed);
  const id = idOfKey(sha256Bytes, { name: read.name, type, publicKey: key.publicKey });
  return Buffer.from(id).toString("hex") === read.id ? key : null;
}

export function makeSigningKey(name: string, type: KeyType = KEY_TYPES.log): string {
  const { privateKey } = generateKeyPairSync("ed25519");
  const seed = Uint8Array.from(privateKey.export({ format: "der", type: "pkcs8" }).subarray(PRIVATE_PREFIX.length));
  return writePrivateKey(sha256Bytes, { name, type, publicKey: signingKeyFrom(seed).publicKey }, seed);
}

/** The log's key is named as the log is, whatever the name in `LOG_KEY`: that is where it is looked for. */
function logKeyOf(origin: string, { publicKey }: SigningKey): NoteKey {
  return { name: origin, type: KEY_TYPES.log, publicKey };
}

export function verifierKeyOf(origin: string, key: SigningKey): string {
  return writeKey(sha256Bytes, logKeyOf(origin, key));
}

export function signNote(text: string, origin: string, keys: readonly SigningKey[]): string {
  const signatures = keys.map((key) => ({
    name: origin,
    keyId: idOfKey(sha256Bytes, logKeyOf(origin, key)),
    signature: key.sign(Buffer.from(text)),
  }));
  return writeNote({ text, signatures });
}

export function verifySignature(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  const key = { key: Buffer.concat([PUBLIC_PREFIX, publicKey]), format: "der", type: "spki" } as const;
  return orElse(() => verify(null, message, createPublicKey(key), signature), false);
}
