/** What this tab keeps of a confirmation, for a reload or the same link again: no name, no address, no token. */
import { forgetRememberedSheet, readSheet, type SheetInShort } from "../remembered-sheet.ts";

const PLACE = "own-sheet";

/** Keeps only the end of the token, which tells one link from another and opens nothing. */
export function keepSheet(token: string, sheet: SheetInShort | null): void {
  try {
    sessionStorage.setItem(PLACE, JSON.stringify({ link: endOf(token), number: sheet?.number, code: sheet?.code }));
  } catch {}
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
  try {
    sessionStorage.removeItem(PLACE);
  } catch {}
  forgetRememberedSheet();
}

function keptText(): string {
  return sessionStorage.getItem(PLACE) ?? "";
}

function endOf(token: string): string {
  return token.slice(-8);
}
