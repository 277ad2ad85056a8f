import { randomFillSync } from "node:crypto";

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
