/** Each purpose has keys of its own, derived by HKDF (RFC 5869). Of several secret keys the first makes, all open. */
import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hash,
  hkdfSync,
  randomFillSync,
  timingSafeEqual,
} from "node:crypto";

const TAG_LENGTH = 16;

export type Crypto = ReturnType<typeof makeCrypto>;

export function makeCrypto(secretKeys: string[]) {
  const derived = new Map<string, ReturnType<typeof derive>>();
  const derive = (purpose: string) =>
    secretKeys.map((secret) => {
      const bytes = Buffer.from(hkdfSync("sha256", secret, "bargeld-erhalten", purpose, 32));
      // From bytes, Node.js would make a key object for each use.
      return { key: createSecretKey(bytes), mac: hmacSha256(bytes) };
    });
  const keysFor = (purpose: string) => {
    const known = derived.get(purpose);
    if (known) return known;
    const fresh = derive(purpose);
    derived.set(purpose, fresh);
    return fresh;
  };
  const drawNonce = makeNonces();

  return {
    macs: (purpose: string, content: string | Buffer) => keysFor(purpose).map(({ mac }) => mac(content)),
    mac: (purpose: string, content: string | Buffer) => first(keysFor(purpose)).mac(content),
    encrypt(purpose: string, content: string | Buffer): string {
      const nonce = drawNonce();
      const cipher = createCipheriv("aes-256-gcm", first(keysFor(purpose)).key, nonce);
      const encrypted = typeof content === "string" ? cipher.update(content, "utf8") : cipher.update(content);
      cipher.final();
      return Buffer.concat([nonce, encrypted, cipher.getAuthTag()]).toString("base64url");
    },
    decryptBytes,
    decrypt: (purpose: string, encrypted: string) => decryptBytes(purpose, encrypted)?.toString("utf8") ?? null,
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

const BLOCK = 64;
const DIGEST = 32;
const SHORT = 1024;

/** HMAC-SHA-256 (RFC 2104); throws if `key` has more than 64 bytes. By two whole hashes: Node.js makes an object for each MAC, which costs more. */
export function hmacSha256(key: Uint8Array): (content: string | Uint8Array) => Buffer {
  if (key.length > BLOCK) throw new RangeError(`A key of ${key.length} bytes is longer than the ${BLOCK} of a block.`);
  const inner = afterKey(key, 0x36, SHORT);
  const outer = afterKey(key, 0x5c, DIGEST);
  return (content) => {
    const bytes = typeof content === "string" ? Buffer.from(content) : content;
    const room = bytes.length <= SHORT ? inner : afterKey(key, 0x36, bytes.length);
    room.set(bytes, BLOCK);
    outer.write(hash("sha256", room.subarray(0, BLOCK + bytes.length), LATIN), BLOCK, LATIN);
    return Buffer.from(hash("sha256", outer, LATIN), LATIN);
  };
}

/** A character for each byte: a text leaves the native code in half the time that a buffer takes. */
const LATIN = "binary";

/** Room for `length` bytes behind the key, in memory of its own: no other buffer of the process may find the key in what it is given. */
function afterKey(key: Uint8Array, pad: number, length: number): Buffer {
  const room = Buffer.alloc(BLOCK + length).fill(pad, 0, BLOCK);
  for (const [index, byte] of key.entries()) room[index] = byte ^ pad;
  return room;
}

/** As AES-GCM takes them (NIST SP 800-38D, 8.2). */
export const NONCE_LENGTH = 12;

/** Of so many the random bytes are fetched together: one by one they take longer than what they are for. */
const AT_ONCE = 256;

export function makeNonces(): () => Buffer {
  const random = Buffer.alloc(AT_ONCE * NONCE_LENGTH);
  let next = random.length;
  return () => {
    if (next >= random.length) {
      randomFillSync(random);
      next = 0;
    }
    const nonce = Buffer.from(random.subarray(next, next + NONCE_LENGTH));
    next += NONCE_LENGTH;
    return nonce;
  };
}
