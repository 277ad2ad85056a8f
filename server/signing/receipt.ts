/** For browsers without JavaScript. */
import { RECEIPT_LIFETIME, type SignReceipt } from "../../contract/signing.ts";
import type { Context } from "../context.ts";

type Tools = Pick<Context, "crypto" | "clock">;

export function encryptReceipt({ crypto, clock }: Tools, receipt: SignReceipt): string {
  return crypto.encrypt("receipt", JSON.stringify({ receipt, expiresAt: clock.now().getTime() + RECEIPT_LIFETIME }));
}

/** Null for what we did not encrypt, and after {@link RECEIPT_LIFETIME}. */
export function decryptReceipt({ crypto, clock }: Tools, encrypted: string): SignReceipt | null {
  const opened = crypto.decrypt("receipt", encrypted);
  if (opened === null) return null;
  const { receipt, expiresAt } = JSON.parse(opened) as { receipt: SignReceipt; expiresAt: number };
  return expiresAt > clock.now().getTime() ? receipt : null;
}
