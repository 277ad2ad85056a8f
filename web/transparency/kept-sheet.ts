/** The file of a receipt, and what this tab keeps of a confirmation and its receipt. */
import type { OwnReceipt } from "../../contract/transparency.ts";
import type { Receipt } from "../../petition/transparency/receipt.ts";
import { forgetRememberedSheet, readSheet, type SheetInShort } from "../remembered-sheet.ts";
import { readStored, removeStored, store } from "../storage.ts";

/** For a reload or the same link again: no name, no address, no token. */
const PLACE = "own-sheet";

/** Keeps only the end of the token, which tells one link from another and opens nothing. */
export function keepSheet(token: string, sheet: SheetInShort | null): void {
  store("sessionStorage", PLACE, JSON.stringify({ link: endOf(token), number: sheet?.number, code: sheet?.code }));
}

/** `token` null: the page was loaded again without its link. */
export function keptSheet(token: string | null): SheetInShort | null {
  return isKept(token) ? readSheet(keptText()) : null;
}

export function isKept(token: string | null): boolean {
  try {
    const { link } = JSON.parse(keptText()) as { link: string };
    return token === null || link === endOf(token);
  } catch {
    return false;
  }
}

/** After an erasure: everything this browser keeps, also of others who share it. */
export function forgetSheets(): void {
  removeStored("sessionStorage", PLACE);
  forgetRememberedSheet();
}

function keptText(): string {
  return readStored("sessionStorage", PLACE) ?? "";
}

function endOf(token: string): string {
  return token.slice(-8);
}

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
