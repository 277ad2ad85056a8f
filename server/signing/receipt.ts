/** What the page after signing shows, carried through a redirect in a sealed cookie for browsers without JavaScript. */
import type { SignReceipt } from "../../contract/petition.ts";
import { RECEIPT_LIFETIME } from "../../contract/signing.ts";
import type { Clock } from "../clock.ts";
import type { Seals } from "../seals/seals.ts";

export function sealReceipt(seals: Seals, clock: Clock, receipt: SignReceipt): string {
  return seals.seal("receipt", JSON.stringify({ receipt, end: clock.now().getTime() + RECEIPT_LIFETIME }));
}

/** Null for what we did not seal, and ten minutes later. */
export function openReceipt(seals: Seals, clock: Clock, sealed: string): SignReceipt | null {
  const opened = seals.open("receipt", sealed);
  if (opened === null) return null;
  const { receipt, end } = JSON.parse(opened) as { receipt: SignReceipt; end: number };
  return end > clock.now().getTime() ? receipt : null;
}
