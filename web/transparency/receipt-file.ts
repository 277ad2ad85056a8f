import type { OwnReceipt } from "../../contract/transparency.ts";
import type { Receipt } from "../../petition/transparency/receipt.ts";

/** The name is the same in every language, for those who help. */
export function receiptFile({ code, receipt }: Pick<OwnReceipt, "code" | "receipt">): { name: string; json: string } {
  return { name: `beleg-${code}.json`, json: `${JSON.stringify(receipt, null, 2)}\n` };
}

/** Of the receipt on its way to the page that checks it, in this tab alone. */
const PLACE = "receipt";

/** Where the browser keeps nothing, the reader can still paste the receipt. */
export function handOverReceipt(receipt: Receipt): void {
  try {
    sessionStorage.setItem(PLACE, JSON.stringify(receipt));
  } catch {}
}

/** Removes it: it holds an e-mail address. */
export function takeHandedOver(): string | null {
  try {
    const receipt = sessionStorage.getItem(PLACE);
    sessionStorage.removeItem(PLACE);
    return receipt;
  } catch {
    return null;
  }
}
