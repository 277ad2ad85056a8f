import type { OwnReceipt } from "../../contract/transparency.ts";
import type { Receipt } from "../../petition/transparency/receipt.ts";

/** What is saved, with a script and without. The name is the same in every language: whoever helps must find it. */
export function receiptFile({ code, receipt }: Pick<OwnReceipt, "code" | "receipt">): { name: string; json: string } {
  return { name: `beleg-${code}.json`, json: `${JSON.stringify(receipt, null, 2)}\n` };
}

/** Where a receipt is on its way from the sheet to the page that checks it, in this tab alone. */
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
