/** What the page after signing shows, carried through a redirect in a sealed cookie for browsers without JavaScript. */
import type { SignReceipt } from "../../contract/signing.ts";
import { RECEIPT_LIFETIME } from "../../contract/signing.ts";
import type { Clock } from "../clock.ts";
import type { Crypto } from "../crypto/crypto.ts";

export function encryptReceipt(crypto: Crypto, clock: Clock, receipt: SignReceipt): string {
  return crypto.encrypt("receipt", JSON.stringify({ receipt, expiresAt: clock.now().getTime() + RECEIPT_LIFETIME }));
}

/** Null for what we did not seal, and ten minutes later. */
export function decryptReceipt(crypto: Crypto, clock: Clock, encrypted: string): SignReceipt | null {
  const opened = crypto.decrypt("receipt", encrypted);
  if (opened === null) return null;
  const { receipt, expiresAt } = JSON.parse(opened) as { receipt: SignReceipt; expiresAt: number };
  return expiresAt > clock.now().getTime() ? receipt : null;
}
