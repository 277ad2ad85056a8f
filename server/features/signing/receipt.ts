/** What the browser keeps of signing, so that a page loaded afterwards can thank. */
import type { SignOutcome, SignReceipt } from "../../../contract/signing.ts";
import { RECEIPT_LIFETIME } from "../../../petition/receipt-cookie.ts";
import { tidyName } from "../../../petition/signing.ts";
import type { Context } from "../../context.ts";

type Tools = Pick<Context, "crypto" | "clock">;

/** Around a name of the right length there may be thousands of blanks, which no cookie holds. */
export function encryptReceipt({ crypto, clock }: Tools, given: SignReceipt): string {
  const receipt = { ...given, fullName: tidyName(given.fullName) };
  return crypto.encrypt("receipt", JSON.stringify({ receipt, expiresAt: clock.now().getTime() + RECEIPT_LIFETIME }));
}

/** Null for what we did not encrypt, and after {@link RECEIPT_LIFETIME}. */
export function decryptReceipt({ crypto, clock }: Tools, encrypted: string): SignReceipt | null {
  const opened = crypto.decrypt("receipt", encrypted);
  if (opened === null) return null;
  const { receipt, expiresAt } = JSON.parse(opened) as { receipt: SignReceipt; expiresAt: number };
  return expiresAt > clock.now().getTime() ? receipt : null;
}

/** `typed`: the body of an accepted request. */
export function receiptOf(
  { email, expiresAt, message }: Extract<SignOutcome, { outcome: "accepted" }>,
  typed: unknown,
  now: Date,
): SignReceipt {
  const { fullName, visibility } = (typed ?? {}) as { fullName?: unknown; visibility?: unknown };
  return {
    email,
    expiresAt,
    message,
    fullName: String(fullName ?? ""),
    visibility: visibility === "private" ? "private" : "public",
    signedAt: now.toISOString(),
  };
}
