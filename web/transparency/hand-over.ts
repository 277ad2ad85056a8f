/** A receipt on its way from the sheet to the page that checks it, in this tab alone. */
import type { Receipt } from "../../petition/transparency/receipt.ts";

const PLACE = "receipt";

/** The reader can still paste it or choose the file where the browser lets us keep nothing. */
export function handOverReceipt(receipt: Receipt): void {
  try {
    sessionStorage.setItem(PLACE, JSON.stringify(receipt));
  } catch {}
}

/** Once: it holds an address, and is not to lie about. */
export function takeHandedOver(): string | null {
  try {
    const receipt = sessionStorage.getItem(PLACE);
    sessionStorage.removeItem(PLACE);
    return receipt;
  } catch {
    return null;
  }
}
