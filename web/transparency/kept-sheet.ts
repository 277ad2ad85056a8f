/** What this tab alone keeps of a confirmation, for whoever loads its page again or follows the same link again. No name, no address, no token. */
import { forgetRememberedSheet, readSheet, type SheetInShort } from "../remembered-sheet.ts";
import { readStored, removeStored, store } from "../storage.ts";

const PLACE = "own-sheet";

/** Of the link's token only its end is kept: it tells one link from another and opens nothing. `sheet` is null as long as there is none. */
export function keepSheet(token: string, sheet: SheetInShort | null): void {
  store("sessionStorage", PLACE, JSON.stringify({ link: endOf(token), number: sheet?.number, code: sheet?.code }));
}

/** `token` null: the page was loaded again without its link. */
export function keptSheet(token: string | null): SheetInShort | null {
  return isKept(token) ? readSheet(keptText()) : null;
}

/** Whether this tab has confirmed by that link. */
export function isKept(token: string | null): boolean {
  try {
    const { link } = JSON.parse(keptText()) as { link: string };
    return token === null || link === endOf(token);
  } catch {
    return false;
  }
}

/** For whoever erases a signature here: whatever this browser knows of one, be it of somebody else who shares it. */
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
