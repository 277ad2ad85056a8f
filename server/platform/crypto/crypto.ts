/** Each purpose has keys of its own, derived by HKDF (RFC 5869). Of several secret keys the first makes, all open. */
import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from "node:crypto";
import { hmacSha256 } from "./hmac.ts";
import { makeNonces, NONCE_LENGTH } from "./nonces.ts";

const KEY_LENGTH = 32;
const TAG_LENGTH = 16;

export interface Crypto {
  mac(purpose: string, content: string | Buffer): Buffer;
  macs(purpose: string, content: string | Buffer): Buffer[];
  encrypt(purpose: string, content: string | Buffer): string;
  decrypt(purpose: string, encrypted: string): string | null;
  decryptBytes(purpose: string, encrypted: string): Buffer | null;
}

interface Derived {
  /** From bytes, Node.js would make a key object for each use. */
  key: KeyObject;
  mac(content: string | Buffer): Buffer;
}

export function makeCrypto(secretKeys: string[]): Crypto {
  const derived = new Map<string, Derived[]>();
  const keysFor = (purpose: string): Derived[] => {
    const known = derived.get(purpose);
    if (known) return known;
    const fresh = secretKeys.map((secret) => {
      const bytes = Buffer.from(hkdfSync("sha256", secret, "bargeld-erhalten", purpose, KEY_LENGTH));
      return { key: createSecretKey(bytes), mac: hmacSha256(bytes) };
    });
    derived.set(purpose, fresh);
    return fresh;
  };
  const drawNonce = makeNonces();

  return {
    macs: (purpose, content) => keysFor(purpose).map(({ mac }) => mac(content)),
    mac: (purpose, content) => first(keysFor(purpose)).mac(content),
    encrypt(purpose, content) {
      const nonce = drawNonce();
      const cipher = createCipheriv("aes-256-gcm", first(keysFor(purpose)).key, nonce);
      const encrypted = typeof content === "string" ? cipher.update(content, "utf8") : cipher.update(content);
      cipher.final();
      return Buffer.concat([nonce, encrypted, cipher.getAuthTag()]).toString("base64url");
    },
    decryptBytes,
    decrypt: (purpose, encrypted) => decryptBytes(purpose, encrypted)?.toString("utf8") ?? null,
  };

  function decryptBytes(purpose: string, encrypted: string): Buffer | null {
    const bytes = Buffer.from(encrypted, "base64url");
    if (bytes.length < NONCE_LENGTH + TAG_LENGTH) return null;
    for (const { key } of keysFor(purpose)) {
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_LENGTH), { authTagLength: TAG_LENGTH });
      decipher.setAuthTag(bytes.subarray(-TAG_LENGTH));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(NONCE_LENGTH, -TAG_LENGTH)), decipher.final()]);
      } catch {}
    }
    return null;
  }
}

export function sha256(content: string | Buffer): string {
  return hash("sha256", content, "hex");
}

export function sha256Bytes(content: Uint8Array): Uint8Array {
  return hash("sha256", content, "buffer");
}

export function uuidFrom(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes.subarray(0, 16)).toString("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

export function bytesOfUuid(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll("-", ""), "hex");
}

/** Compares in constant time, whatever the lengths. */
export function isSame(one: string | Buffer, other: string | Buffer): boolean {
  return timingSafeEqual(hash("sha256", one, "buffer"), hash("sha256", other, "buffer"));
}

function first<Item>(items: Item[]): Item {
  const [item] = items;
  if (item === undefined) throw new Error("SECRET_KEY is empty");
  return item;
}
