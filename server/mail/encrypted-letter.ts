/**
 * E-mails to people of whom nothing is kept any more, or not yet to be touched: what they need travels sealed in the
 * outbox and is gone once they are sent, or their link has ended.
 */
import type { Language } from "../../petition/language.ts";
import type { Crypto } from "../crypto/crypto.ts";

export interface EncryptedLetter {
  email: string;
  language: Language;
  /** The token of the letter's link; null where it has none. */
  token: string | null;
  /** What that link brings back, where it brings something back. */
  restores?: "signature" | "pending";
  /** Until when that link works, in milliseconds since 1970. */
  expiresAt: number;
}

const PURPOSE = "letter";

export function encryptLetter(crypto: Crypto, letter: EncryptedLetter): string {
  return crypto.encrypt(PURPOSE, JSON.stringify(letter));
}

/** Null where the key that sealed it is gone. */
export function decryptLetter(crypto: Crypto, payload: string | null): EncryptedLetter | null {
  const opened = payload === null ? null : crypto.decrypt(PURPOSE, payload);
  return opened === null ? null : JSON.parse(opened);
}
