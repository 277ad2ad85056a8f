/** Apart from what a tab keeps: who only checks a receipt need not load that. */
import type { OwnReceipt } from "../../contract/transparency.ts";
import type { Receipt } from "../../petition/transparency/receipt.ts";
import { readStored, removeStored, store } from "../storage.ts";

/** The name is the same in every language, for those who help. */
export function receiptFile({ code, receipt }: Pick<OwnReceipt, "code" | "receipt">): { name: string; json: string } {
  return { name: `beleg-${code}.json`, json: `${JSON.stringify(receipt, null, 2)}\n` };
}

const HANDED_OVER = "receipt";

/** To the page that checks it. Where the browser keeps nothing, the reader can still paste the receipt. */
export function handOverReceipt(receipt: Receipt): void {
  store("sessionStorage", HANDED_OVER, JSON.stringify(receipt));
}

/** Removes it: it holds an e-mail address. */
export function takeHandedOver(): string | null {
  const receipt = readStored("sessionStorage", HANDED_OVER);
  removeStored("sessionStorage", HANDED_OVER);
  return receipt;
}
