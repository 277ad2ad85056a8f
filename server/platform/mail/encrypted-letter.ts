/** To people of whom nothing is kept any more: what the e-mail needs travels in the outbox and is gone with it. */
import type { Language } from "../../../petition/language.ts";
import type { Crypto } from "../crypto/crypto.ts";

export interface EncryptedLetter {
  email: string;
  language: Language;
  token: string | null;
  restores?: "signature" | "pending";
  /** Milliseconds since 1970: the letter is kept as JSON. */
  expiresAt: number;
}

const PURPOSE = "letter";

export function encryptLetter(crypto: Crypto, letter: EncryptedLetter): string {
  return crypto.encrypt(PURPOSE, JSON.stringify(letter));
}

/** Null where the key that encrypted it is gone. */
export function decryptLetter(crypto: Crypto, payload: string | null): EncryptedLetter | null {
  const opened = payload === null ? null : crypto.decrypt(PURPOSE, payload);
  return opened === null ? null : JSON.parse(opened);
}
