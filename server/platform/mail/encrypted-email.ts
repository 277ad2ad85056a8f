/** To people of whom nothing is kept any more: what the e-mail needs travels in the outbox and is gone with it. */
import type { Language } from "../../../petition/language.ts";
import type { Crypto } from "../crypto/crypto.ts";

export interface EncryptedEmail {
  email: string;
  language: Language;
  token: string | null;
  restores?: "signature" | "pending";
  /** Milliseconds since 1970: the letter is kept as JSON. */
  expiresAt: number;
}

const PURPOSE = "letter";

export function encryptEmail(crypto: Crypto, letter: EncryptedEmail): string {
  return crypto.encrypt(PURPOSE, JSON.stringify(letter));
}

/** Null where the key that encrypted it is gone. */
export function decryptEmail(crypto: Crypto, payload: string | null): EncryptedEmail | null {
  const opened = payload === null ? null : crypto.decrypt(PURPOSE, payload);
  return opened === null ? null : JSON.parse(opened);
}
