import { hash } from "node:crypto";

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
