import type { OwnReceipt } from "../../contract/transparency.ts";

/** What is saved, with a script and without. The name is the same in every language: whoever helps must find it. */
export function receiptFile({ code, receipt }: Pick<OwnReceipt, "code" | "receipt">): { name: string; json: string } {
  return { name: `beleg-${code}.json`, json: `${JSON.stringify(receipt, null, 2)}\n` };
}
