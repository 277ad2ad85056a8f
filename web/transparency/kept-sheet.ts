import { parsedJson } from "../../petition/json.ts";
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
  const kept = parsedJson(keptText()) as { link: string } | null | undefined;
  return Boolean(kept) && (token === null || kept?.link === endOf(token));
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
