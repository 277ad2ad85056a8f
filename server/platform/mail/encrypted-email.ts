/** For people of whom nothing is kept: what the e-mail needs is in its outbox entry and deleted with it. */
import type { Language } from "../../../petition/language.ts";
import type { Crypto } from "../crypto/crypto.ts";

export interface EncryptedEmail {
  email: string;
  language: Language;
  token: string | null;
  restores?: "signature" | "pending";
  expiresAt: number;
}

const PURPOSE = "letter";

export function encryptEmail(crypto: Crypto, letter: EncryptedEmail): string {
  return crypto.encrypt(PURPOSE, JSON.stringify(letter));
}

export function decryptEmail(crypto: Crypto, payload: string | null): EncryptedEmail | null {
  const opened = payload === null ? null : crypto.decrypt(PURPOSE, payload);
  return opened === null ? null : JSON.parse(opened);
}
